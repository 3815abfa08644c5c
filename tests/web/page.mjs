// A browser with the page in it, for the tests: Chromium without a window, drawing by software.

import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { once } from "node:events";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** A name of this computer that browsers do not know to be this computer: to plain http from there they give no shared memory. */
export const elsewhere = "classroom.example";
const patience = 120_000; // milliseconds; the machine may be busy

/** The page's address, served as `./run.sh web` does. */
export async function serve(program = root + "build/release/warplens", page = ["--page", root + "build/page"]) {
  const server = spawn(program, ["serve", ...page, "--port", "0", "--open", "--device", "simt"], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(server.stdout, "data");
  return { address: String(line).trim(), close: () => server.kill() };
}

/** The same by a server that knows nothing of us, as on a host of static files; it sends no headers for shared memory. */
export async function serveStatically() {
  const server = spawn("python3", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", root + "build/page", "0"], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(server.stdout, "data");
  return { address: /http:[^ )]*/.exec(String(line))[0], close: () => server.kill() };
}

export async function launch() {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-first-run",
      "--disable-quic", `--host-resolver-rules=MAP ${elsewhere} 127.0.0.1`, "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** The page once its first picture is there. What it says on its console, warnings included, is in `said`. */
export async function open(context, address) {
  const page = await context.newPage();
  const said = [];
  page.on("console", (message) => said.push(message.type() + ": " + message.text()));
  page.on("pageerror", (error) => said.push("error: " + error));
  await page.goto(address);
  await titled(page, /^Warplens — /);
  return { page, said };
}

/** Waits until the page's title, which is the window's headline, is like `expected`. */
export async function titled(page, expected) {
  try {
    await page.waitForFunction((source) => new RegExp(source).test(document.title), expected.source, { timeout: patience });
  } catch (error) {
    const state = await page.evaluate(() => document.title + " | " + document.getElementById("state").textContent);
    throw new Error(`no headline like ${expected}; the page says: ${state}`, { cause: error });
  }
  return page.title();
}

/** Carries a command out by its name, as a person does with Ctrl P. */
export async function command(page, words) {
  await page.keyboard.press("Control+p");
  await settled(page);
  await page.keyboard.type(words, { delay: 20 });
  await settled(page);
  await page.keyboard.press("Enter");
  await settled(page);
}

/** Drops a file with this text on the page, as a person does with the mouse. */
export async function drop(page, text, name) {
  const data = await page.evaluateHandle(([text, name]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  }, [text, name]);
  await page.dispatchEvent("#canvas", "dragover", { dataTransfer: data });
  await page.dispatchEvent("#canvas", "drop", { dataTransfer: data });
}

/** Waits for a few frames. */
export async function settled(page) {
  await page.evaluate(() => new Promise((done) => {
    let frames = 6;
    const next = () => (--frames ? requestAnimationFrame(next) : done());
    requestAnimationFrame(next);
  }));
}
