// A browser with the page in it, for the tests: Chromium without a window, drawing by software.

import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** A name of this computer that browsers do not know to be this computer: to plain http from there they give no shared memory. */
export const elsewhere = "classroom.example";
const patience = 120_000; // milliseconds; the machine may be busy

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

/** The page's address at a host of static files that sends the headers which give pages threads. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const name = basename(new URL(request.url, "http://host").pathname) || "index.html";
    const content = await readFile(join(root, "build/page", name)).catch(() => null);
    response.writeHead(content === null ? 404 : 200, {
      "Content-Type": types[extname(name)] ?? "application/octet-stream",
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp",
    });
    response.end(content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close().closeAllConnections() };
}

/** The same at the host that `./run.sh web` starts, which sends no such headers. */
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
  await dropTogether(page, [[text, name]]);
}

/** The same of several files, by texts and names. */
export async function dropTogether(page, files) {
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [text, name] of files) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
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
