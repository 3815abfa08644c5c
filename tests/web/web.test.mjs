// What a person does in the page: with keyboard, mouse and fingers, at the size of a projector and of a phone.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { command, drop, dropTogether, elsewhere, launch, open, serve, serveStatically, settled, titled } from "./page.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const warplens = root + "build/release/warplens";
const projector = { width: 1280, height: 720 };
const opening = /1,024 threads each added 1\. The counter says \d/;
let server, browser;

before(async () => {
  server = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A page in a browser that has not been here before, and what it must not have said at its end. */
async function visit(t, options = {}, address = server.address) {
  const context = await browser.newContext({ viewport: projector, ...options });
  t.after(() => context.close());
  const visited = await open(context, address);
  return { context, ...visited };
}

/** Mean difference of two pictures of the same size, by channel, 0 to 255. */
async function difference(page, one, other) {
  return page.evaluate(async ([a, b]) => {
    const pixels = async (text) => {
      const image = await createImageBitmap(await (await fetch("data:image/png;base64," + text)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    };
    const [x, y] = [await pixels(a), await pixels(b)];
    if (x.width !== y.width || x.height !== y.height) throw new Error(`${x.width} × ${x.height} and ${y.width} × ${y.height}`);
    let sum = 0;
    for (let k = 0; k < x.data.length; ++k) sum += Math.abs(x.data[k] - y.data[k]);
    return sum / x.data.length;
  }, [one.toString("base64"), other.toString("base64")]);
}

/** What the program itself draws, as PNG. It compiles with clang, as the page does. */
async function native(...words) {
  const file = join(mkdtempSync(join(tmpdir(), "warplens-web-")), "native.png");
  await promisify(execFile)(warplens, ["render", ...words, "--size", "1280x720", "-o", file], { env: { ...process.env, WARPLENS_COMPILER: "clang" } });
  return readFileSync(file);
}

test("the opening scene is the one of the program itself, and the atomic counter counts all", async (t) => {
  const { page, said } = await visit(t);
  const headline = await titled(page, opening);
  const counted = JSON.parse(execFileSync(warplens, ["experiment", "counter", "--json"]));
  assert.equal(headline, `Warplens — 1,024 threads each added 1. The counter says ${counted.outputs[0].values[0]}.`);
  await settled(page);
  await page.waitForTimeout(1500); // its checks and tables
  assert.ok((await difference(page, await page.screenshot(), await native("counter", "--set", "check=true"))) < 4);
  await command(page, "Kernel atomic");
  await titled(page, /1,024 threads each added 1\. The counter says 1,024\./);
  assert.ok((await difference(page, await page.screenshot(), await native("counter", "--set", "check=true"))) > 1, "another picture");
  assert.deepEqual(said, []);
});

test("the pointer changes the headline", async (t) => {
  const { page, said } = await visit(t);
  await command(page, "Experiment Add two arrays");
  await titled(page, /1,024 threads touched 1,024 elements/);
  await page.mouse.move(600, 420, { steps: 4 });
  const [, element, thread, block] = (await titled(page, /Element \d+ was touched by thread \d+ of block \d+/)).match(/(\d+) was .* (\d+) .* (\d+)/);
  assert.equal(Number(element), Number(block) * 64 + Number(thread));
  const whole = await page.screenshot();
  await page.mouse.wheel(0, -100);
  await settled(page);
  const nearer = await page.screenshot();
  assert.ok((await difference(page, whole, nearer)) > 1, "the wheel zooms");
  await page.mouse.wheel(0, 100);
  await settled(page);
  assert.ok((await difference(page, whole, await page.screenshot())) < 1, "and back");
  await page.mouse.move(1250, 400, { steps: 4 });
  await titled(page, /1,024 threads touched 1,024 elements/);
  assert.deepEqual(said, []);
});

test("a step of a lesson is set up, and its task is seen to be done", async (t) => {
  const { page, said } = await visit(t);
  await command(page, "Lesson A race");
  await titled(page, opening);
  await page.keyboard.press("PageDown");
  await settled(page);
  const whole = await page.screenshot();
  await page.keyboard.press("Home");
  for (let k = 0; k < 3; ++k) await page.keyboard.press("ArrowRight", { delay: 60 });
  await settled(page);
  assert.ok((await difference(page, whole, await page.screenshot())) > 1, "the start of the trace, and the task's tick");
  await page.waitForTimeout(2500); // kept once a second
  await page.reload();
  await titled(page, opening);
  const progress = await page.evaluate(() => {
    const files = [];
    const walk = (folder) => FS.readdir(folder).forEach((name) => {
      if (name === "." || name === "..") return;
      const path = folder + "/" + name;
      if (FS.isDir(FS.stat(path).mode)) walk(path);
      else files.push(path + ": " + FS.readFile(path, { encoding: "utf8" }));
    });
    walk("/home/web_user");
    return files.join("\n");
  });
  assert.match(progress, /04-race/, "progress lasts until the next visit");
  assert.deepEqual(said, []);
});

test("a sweep runs", async (t) => {
  const { page, said } = await visit(t);
  await command(page, "Sweep");
  // Of the last point: 1,024 blocks of 32 threads add 1 each, and some of the racy kernel's are lost.
  const [, racy] = (await titled(page, /With 1,024 blocks: racy [\d,]+, atomic 32,768\.$/)).match(/racy ([\d,]+),/);
  assert.ok(Number(racy.replaceAll(",", "")) < 32768);
  assert.deepEqual(said, []);
});

test("a link shows the same in another browser", async (t) => {
  const { context, page, said } = await visit(t);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await command(page, "Kernel atomic");
  await titled(page, /says 1,024\./);
  await command(page, "Theme Light");
  await command(page, "Copy a link");
  await page.waitForFunction(() => location.hash.length > 100);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  assert.ok(link.length < 2000, "short enough for a message: " + link.length);
  await page.waitForTimeout(3000); // its notice goes
  const other = await visit(t, {}, link);
  await titled(other.page, /says 1,024\./);
  await other.page.mouse.move(5, 5);
  await page.mouse.move(5, 5);
  await other.page.waitForTimeout(2000);
  assert.ok((await difference(page, await page.screenshot(), await other.page.screenshot())) < 4);
  assert.deepEqual([...said, ...other.said], []);
});

test("a damaged link is told, and the opening scene is there", async (t) => {
  const { page, said } = await visit(t, {}, server.address + "#c2Vzc2lvbg");
  await titled(page, opening);
  assert.deepEqual(said, []);
});

describe("each step of a lesson looks as in the program itself", { concurrency: 2 }, () => {
  for (const lesson of ["01-threads-and-blocks", "02-which-thread-which-element", "03-too-few-threads", "04-race", "05-atomics"])
    test(lesson, async (t) => {
      const { page, said } = await visit(t);
      const text = readFileSync(`${root}assets/lessons/${lesson}.md`, "utf8");
      await command(page, "Lesson " + /^# (.*)/m.exec(text)[1]);
      const steps = [...text.matchAll(/^```warplens$/gm)].length;
      assert.ok(steps > 2);
      for (let step = 1; step <= steps; ++step) {
        if (step > 1) await page.keyboard.press("PageDown");
        const expected = await native(`${lesson}:${step}`);
        let apart = Infinity;
        for (const begin = Date.now(); Date.now() - begin < 60_000 && apart >= 4; await page.waitForTimeout(300))
          apart = await difference(page, await page.screenshot(), expected);
        assert.ok(apart < 4, `step ${step} differs by ${apart}`);
      }
      assert.deepEqual(said, []);
    });
});

const increment = `.version 7.0
.target sm_75
.address_size 64
.visible .entry dropped(.param .u64 data) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r1;
  ret;
}
`;

test("a .ptx that is dropped on the page runs", async (t) => {
  const { page, said } = await visit(t);
  await drop(page, increment, "dropped.ptx");
  await titled(page, /Found: data race in line 11/); // every block writes the same elements
  assert.deepEqual(said, []);
});

const own = `__global__ void shifted(float* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) values[i] = values[i + 1];
}
`;

test("a .cu that is dropped on the page is compiled there, also without a network once the compiler has come", async (t) => {
  const { context, page, said } = await visit(t);
  const sent = [];
  context.on("request", (request) => sent.push(request.method() + " " + new URL(request.url()).pathname.replace(/.*\//, "")));
  await drop(page, own, "shifted.cu");
  await titled(page, /Found: data race in line 3/); // a thread reads what its neighbour writes
  assert.ok(sent.every((each) => each.startsWith("GET ")), sent.join(", "));
  assert.ok(await page.isHidden("#download"));
  await context.setOffline(true);
  await drop(page, own.replace("values[i + 1]", "unknown"), "wrong.cu");
  await titled(page, /wrong\.cu:3/);
  await drop(page, own.replace("+ 1 < n", "< n").replace("[i + 1]", "[i] * scale").replace("__global__", "__constant__ float scale;\n__global__"), "scaled.cu");
  await titled(page, /1,000 threads touched 1,000 elements/);
  assert.deepEqual(said, []);
});

test("kernels that are dropped look as in the program itself", async (t) => {
  const { page, said } = await visit(t);
  for (const name of ["axpy", "count_racy", "hello", "invert", "reverse", "saturate", "smooth", "steps"]) {
    const file = `${root}tests/own_kernels/${name}.cu`;
    const expected = await native(file);
    await drop(page, readFileSync(file, "utf8"), name + ".cu");
    let apart = Infinity;
    for (const begin = Date.now(); Date.now() - begin < 60_000 && apart >= 1; await page.waitForTimeout(300))
      apart = await difference(page, await page.screenshot(), expected);
    assert.ok(apart < 1, `${name} differs by ${apart}`);
  }
  assert.deepEqual(said, []);
});

test("a kernel that is pasted anywhere opens", async (t) => {
  const { context, page, said } = await visit(t);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), own);
  await page.keyboard.press("Control+v");
  await titled(page, /Found: data race in line 3/);
  assert.deepEqual(said, []);
});

test("code is pasted into a field, too, with the mouse or with fingers", async (t) => {
  const field = async (page, press) => {
    await press();
    await page.waitForSelector("#paste[open]");
    await page.keyboard.insertText(own);
    await page.keyboard.press("r"); // belongs to the field, not to the window
    await page.keyboard.press("Backspace");
  };
  const desk = await visit(t);
  await field(desk.page, () => desk.page.mouse.click(1046, 30));
  await desk.page.keyboard.press("Control+Enter");
  await titled(desk.page, /Found: data race in line 3/);
  assert.deepEqual(desk.said, []);
  const held = await visit(t, phone);
  await field(held.page, () => held.page.touchscreen.tap(248, 18));
  await held.page.getByText("Open (Ctrl Enter)").tap();
  await titled(held.page, /Found: data race in line 3/);
  assert.deepEqual(held.said, []);
});

test("the compiler is kept for the next visit", async (t) => {
  const { context, page } = await visit(t);
  await drop(page, own, "shifted.cu");
  await titled(page, /Found: data race in line 3/);
  await page.reload();
  await titled(page, /^Warplens — /);
  const fetched = [];
  context.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await drop(page, own.replace("shifted", "moved"), "moved.cu");
  await titled(page, /Found: data race in line 3/);
  assert.ok(!fetched.some((each) => each.endsWith("clang.tar.gz")), fetched.join(" "));
});

test("whoever stops the download of the compiler is told, and can have it after all", async (t) => {
  const { context, page } = await visit(t);
  let go;
  const held = new Promise((done) => (go = done));
  await context.route("**/clang.tar.gz", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await drop(page, own, "shifted.cu");
  await page.waitForRequest("**/clang.tar.gz");
  await page.evaluate(() => showDownload(1e6, 2e7));
  await page.waitForFunction(() => /This is another kernel's run/.test(document.getElementById("words").textContent));
  await page.click("#stop_download");
  await titled(page, /the compiler was not fetched/);
  go();
  await drop(page, own, "again.cu");
  await titled(page, /Found: data race in line 3/);
});

test("a page without threads compiles, too", async (t) => {
  const { page } = await visit(t, {}, server.address.replace("127.0.0.1", elsewhere));
  await drop(page, own, "shifted.cu");
  await titled(page, /Found: data race in line 3/);
  await drop(page, own.replace("values[i + 1]", "unknown"), "wrong.cu");
  await titled(page, /wrong\.cu:3/);
});

/** What `warplens program` says of a program, as JSON. */
async function saidNatively(file) {
  const words = ["program", "--check", "--json", file];
  const { stdout } = await promisify(execFile)(warplens, words, { env: { ...process.env, WARPLENS_COMPILER: "clang" } }).catch((error) => error);
  return JSON.parse(stdout);
}

/** Waits until the program that was dropped has run; returns the text of the window. */
async function ran(page, name) {
  await page.waitForFunction((name) => document.getElementById("words").textContent.includes("Source: " + name), name, { timeout: 120_000 });
  await page.waitForFunction(() => !/has not run yet/.test(document.title), null, { timeout: 120_000 });
  await settled(page);
  return page.evaluate(() => document.getElementById("words").innerText);
}

test("whole programs that are dropped print and are found guilty as by the program itself, also without a network", async (t) => {
  const { context, page, said } = await visit(t);
  const sent = [];
  context.on("request", (request) => sent.push(request.method()));
  for (const name of ["vector-add", "managed-too-early", "late-error"]) {
    const file = `${root}assets/programs/${name}.cu`;
    const expected = await saidNatively(file);
    await drop(page, readFileSync(file, "utf8"), name + ".cu");
    const text = await ran(page, name + ".cu");
    for (const line of expected.stdout.trim().split("\n").filter((line) => line !== "")) assert.ok(text.includes(line), `${name}: ${line} in ${text}`);
    for (const { message } of expected.findings) assert.ok(text.includes(message.slice(1)), `${name}: ${message} in ${text}`); // there it begins with a capital
    await context.setOffline(true);
  }
  assert.ok(sent.every((each) => each === "GET"), sent.join(", "));
  assert.deepEqual(said, []);
});

test("the files of a program are dropped together, and kept", async (t) => {
  const { page, said } = await visit(t);
  const folder = root + "tests/programs/image_blur/", files = readdirSync(folder).map((name) => [readFileSync(folder + name, "utf8"), name]);
  await dropTogether(page, files);
  await titled(page, /launch/);
  const printed = readFileSync(root + "tests/programs/image_blur.out", "utf8").split("\n")[1].trim();
  assert.ok((await page.locator("#words").textContent()).includes(printed), printed);
  const kept = () => page.evaluate(() => FS.readdir("/home/web_user/warplens"));
  for (const [, name] of files) assert.ok((await kept()).includes(name), name);
  await drop(page, files[0][0] + "\n", files[0][1]);
  await page.waitForFunction((name) => FS.analyzePath("/home/web_user/warplens/" + name).exists, files[0][1].replace(".", " (before)."));
  assert.deepEqual(said, []);
});

test("a program without end is stopped, and one that is not built says why", async (t) => {
  const { page, said } = await visit(t);
  await drop(page, '#include <cstdio>\nint main() { std::puts("here");\n  for (volatile int k = 0;; k = k + 1) {}\n}\n', "endless.cu");
  await page.waitForFunction(() => /Printed\s+here/.test(document.getElementById("words").innerText), null, { timeout: 120_000 });
  await page.keyboard.press("Escape");
  await titled(page, /it was stopped before it left a recording/);
  await drop(page, "int main() {\n  cudaMaloc(nullptr, 4);\n}\n", "wrong.cu");
  await titled(page, /line 2: .*cudaMaloc/);
  assert.deepEqual(said, []);
});

test("without threads, whole programs run, too", async (t) => {
  const { page } = await visit(t, { viewport: { width: 390, height: 844 } }, server.address.replace("127.0.0.1", elsewhere));
  await drop(page, readFileSync(root + "assets/programs/bug-hunt.cu", "utf8"), "bug-hunt.cu");
  await titled(page, /Uninitialised read in kernel twice, line 18/);
});

test("lecture notes have one view in a frame", async (t) => {
  const { context, page, said } = await visit(t);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await command(page, "Kernel atomic");
  await titled(page, /says 1,024\./);
  await command(page, "Copy a frame");
  const frame = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(frame, /^<iframe src="http[^"]*[?]view#[^"]*"/);
  const notes = async (headers) => {
    const other = await context.newPage();
    await other.route("**/notes.html", (route) => route.fulfill({ contentType: "text/html", headers, body: "<p>Atomics</p>" + frame }));
    await other.goto(server.address + "notes.html");
    return { other, inner: await (await other.waitForSelector("iframe")).contentFrame() };
  };
  const isolated = await notes({ "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" });
  await isolated.inner.waitForFunction(() => /says 1,024\./.test(document.title), undefined, { timeout: 120_000 });
  await settled(isolated.other);
  await isolated.other.waitForTimeout(500);
  const shown = await isolated.other.locator("iframe").screenshot();
  const picture = (left, top) => page.evaluate(async ([text, left, top]) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + text)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(left, top, 900, 60);
    return data.some((value, k) => k % 4 !== 3 && value > 200);
  }, [shown.toString("base64"), left, top]);
  assert.ok(await picture(20, 20), "the headline is at the top, where the whole window has its bar");
  const plain = await notes({});
  assert.equal(await plain.inner.evaluate(() => crossOriginIsolated), false);
  await plain.inner.waitForFunction(() => /says 1,024\./.test(document.title), undefined, { timeout: 120_000 });
  assert.deepEqual(said, []);
});

// The frame that a notebook shows (app/python/warplens/page.py), as a page of its own.
function framedLaunch(t, address, recording) {
  const folder = mkdtempSync(join(tmpdir(), "warplens-frame-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const words = [recording, address, join(folder, "frame.html")];
  const code = "import sys\nfrom warplens.page import page_of\npage_of(sys.argv[1], 1, 'mapping', sys.argv[2], 640, True).save(sys.argv[3])";
  const env = { ...process.env, PYTHONPATH: root + "app/python", PYTHONDONTWRITEBYTECODE: "1", WARPLENS_DEVICE: "gpu" };
  execFileSync("python3", ["-c", code, ...words], { env });
  return readFileSync(words[2], "utf8");
}

test("a notebook hands a launch to the page in a frame, which nobody else can", async (t) => {
  const { context, page, said } = await visit(t);
  const body = framedLaunch(t, server.address, root + "build/release/resources/programs/bug-hunt.recording");
  await page.route("**/notebook.html", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(server.address + "notebook.html");
  const inner = await (await page.waitForSelector("iframe")).contentFrame();
  await inner.waitForFunction(() => /bug-hunt/.test(document.getElementById("words").textContent), undefined, { timeout: 120_000 });
  const shown = await inner.title();
  await inner.evaluate(() => window.postMessage({ warplensSession: "{}" }, "*"));
  await page.evaluate(() => document.querySelector("iframe").contentWindow.postMessage("noise", "*"));
  await page.waitForTimeout(1000);
  assert.equal(await inner.title(), shown);
  assert.deepEqual(said, []);
  await context.close();
});

test("without threads, runs and sweeps are done between frames, with the same results", async (t) => {
  const { page, said } = await visit(t, {}, server.address.replace("127.0.0.1", elsewhere));
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  const headline = await page.title();
  const threaded = await visit(t);
  assert.equal(await titled(threaded.page, opening), headline);
  const own = await page.screenshot();
  assert.ok(await difference(page, own, await threaded.page.screenshot()) < 1, "the same picture");

  // A run of seconds, during which frames go on.
  const session = { version: 1, experiment: "matrix_multiplication", settings: { parameters: { m: 256, n: 256, p: 512 } } };
  await page.evaluate((text) => {
    window.frames_ = 0;
    const count = () => { ++window.frames_; requestAnimationFrame(count); };
    FS.writeFile("/link.warplens", text);
    Module.ccall("warplens_open", null, ["string"], ["/link.warplens"]);
    warplensWake();
    count();
  }, JSON.stringify(session));
  const begin = Date.now();
  await titled(page, /wrote it\. c\[0\] says/);
  const frames = await page.evaluate(() => window.frames_);
  assert.ok(frames > 5 * (Date.now() - begin) / 1000, `${frames} frames in ${Date.now() - begin} ms`);

  await command(page, "Experiment Counter");
  await titled(page, opening);
  await command(page, "Sweep");
  await titled(page, /With 1,024 blocks: racy [\d,]+, atomic 32,768\.$/);
  assert.deepEqual(said.filter((line) => !line.includes("Cross-Origin-Opener-Policy header has been ignored")), []);
});

test("a kernel is offered as a program of its own", async (t) => {
  const { page, said } = await visit(t);
  const download = page.waitForEvent("download");
  await command(page, "The kernel as a program");
  const file = await download;
  assert.equal(file.suggestedFilename(), "counter-program.cu");
  assert.match(readFileSync(await file.path(), "utf8"), /int main\(/);
  assert.deepEqual(said, []);
});

test("text is pasted, and copied", async (t) => {
  const { context, page, said } = await visit(t);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("Kernel atomic"));
  await page.keyboard.press("Control+p");
  await settled(page);
  await page.keyboard.press("Control+v");
  await settled(page);
  await page.evaluate(() => navigator.clipboard.writeText("something else"));
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  await settled(page);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "Kernel atomic");
  await page.keyboard.press("Enter");
  await titled(page, /says 1,024\./);
  assert.deepEqual(said, []);
});

test("a key that is pressed twice before a frame is drawn counts twice", async (t) => {
  const { page, said } = await visit(t);
  await titled(page, opening);
  await page.keyboard.press("Control+p");
  await settled(page);
  await page.keyboard.type("Kernel atomicqq", { delay: 20 });
  await settled(page);
  await page.evaluate(() => {
    for (const type of ["keydown", "keyup", "keydown", "keyup"])
      document.getElementById("canvas").dispatchEvent(new KeyboardEvent(type, { key: "Backspace", code: "Backspace", keyCode: 8, bubbles: true }));
  });
  await settled(page);
  await page.keyboard.press("Enter");
  await titled(page, /says 1,024\./);
  assert.deepEqual(said, []);
});

test("a run is filmed as it plays", async (t) => {
  const { page, said } = await visit(t);
  await titled(page, opening);
  const download = page.waitForEvent("download", { timeout: 120_000 });
  await command(page, "A film of this run");
  const file = await download;
  assert.equal(file.suggestedFilename(), "film.webm");
  const film = readFileSync(await file.path()).toString("base64");
  const ends = await page.evaluate(async (text) => {
    const video = document.createElement("video");
    video.muted = true;
    video.src = "data:video/webm;base64," + text;
    await video.play();
    await new Promise((done) => (video.onended = done));
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    canvas.getContext("2d").drawImage(video, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return { seconds: video.currentTime, picture: btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), "")) };
  }, film);
  assert.ok(ends.seconds > 2, `it plays for ${ends.seconds} s`);
  await page.mouse.move(5, 5);
  await settled(page);
  assert.ok((await difference(page, Buffer.from(ends.picture, "base64"), await page.screenshot())) < 8, "it ends as the window does");
  assert.deepEqual(said, []);
});

test("a host of static files gives the page threads, and it opens without a network", async (t) => {
  const host = await serveStatically();
  t.after(host.close);
  const { page } = await visit(t, {}, host.address);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  const headline = await titled(page, opening);
  await drop(page, own, "shifted.cu");
  await titled(page, /Found: data race in line 3/);
  await page.waitForFunction(async () => (await (await caches.open("warplens")).keys()).some((each) => each.url.endsWith("icon.svg")));
  host.close();
  await page.goto(host.address);
  assert.equal(await titled(page, opening), headline);
  await drop(page, own.replace("shifted", "moved"), "moved.cu");
  await titled(page, /Found: data race in line 3/);
});

test("what the window says is text in the document, too", async (t) => {
  const { page, said } = await visit(t);
  const headline = await titled(page, opening);
  await page.waitForFunction((words) => document.getElementById("said").textContent === words, headline.replace("Warplens — ", ""));
  assert.match(await page.textContent("#words"), /Found: 1.*Data race in line 5.*Values of counter.*counter\[0\] = counter\[0\] \+ 1; {4}← data race/s);
  await command(page, "Lesson A race");
  await page.waitForFunction(() => /Lesson: A race. Step 1 of \d/.test(document.getElementById("words").textContent));
  await command(page, "Kernel atomic");
  await page.waitForFunction(() => /says 1,024/.test(document.getElementById("said").textContent));
  await page.keyboard.press("Alt+t");
  assert.ok((await page.locator("#words h2").first().boundingBox()).width > 300);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "canvas");
  await page.focus("#read");
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent("#read"), "Back to the picture (Esc)");
  assert.deepEqual(said, []);
});

test("a browser that cannot draw is told so in plain words, and a file that does not come as well", async (t) => {
  const context = await browser.newContext({ viewport: projector, serviceWorkers: "block" });
  t.after(() => context.close());
  const cannot = await context.newPage();
  await cannot.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
  await cannot.goto(server.address);
  assert.match(await cannot.textContent("#state"), /This browser draws no WebGL 2/);
  const lacks = await context.newPage();
  await lacks.route("**/warplens.data", (route) => route.abort());
  await lacks.goto(server.address);
  await lacks.waitForFunction(() => /did not (load|come)/.test(document.getElementById("state").textContent));
  await lacks.unroute("**/warplens.data");
  await lacks.click("#again");
  await titled(lacks, opening);
});

test("each question of the gallery is that of its session, and so is the answer", () => {
  const html = readFileSync(root + "assets/web/gallery.html", "utf8");
  const plain = (text) => text.replace(/<[^>]+>/g, "").replace(/\s+/g, " ").trim();
  const listed = [...html.matchAll(/href="\.\/#question\/([^"]+)">(.*?)<\/a>\s*<p>(.*?)<\/p>/gs)];
  const files = readdirSync(root + "assets/gallery").filter((file) => file.endsWith(".warplens"));
  assert.deepEqual(listed.map(([, name]) => name + ".warplens").sort(), files.sort());
  for (const [, name, question, answer] of listed) {
    const session = JSON.parse(readFileSync(`${root}assets/gallery/${name}.warplens`, "utf8"));
    assert.deepEqual([session.question, session.answer], [plain(question), plain(answer)], name);
  }
});

test("questions of the gallery open at their point", async (t) => {
  const questions = [...readFileSync(root + "assets/web/gallery.html", "utf8").matchAll(/href="\.\/#question\/([^"]+)"/g)].map((found) => found[1]);
  assert.ok(questions.length >= 20);
  for (const name of [questions[0], questions[7], questions.at(-1)]) {
    const { context, page, said } = await visit(t, {}, server.address + "#question/" + name);
    const expected = await native(`${root}assets/gallery/${name}.warplens`);
    let apart = Infinity;
    for (const begin = Date.now(); Date.now() - begin < 60_000 && apart >= 4; await page.waitForTimeout(300))
      apart = await difference(page, await page.screenshot(), expected);
    assert.ok(apart < 4, `${name} differs by ${apart}`);
    assert.deepEqual(said, []);
    await context.close();
  }
});

test("an installation has the page, to be copied to a host", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "warplens-installed-"));
  t.after(() => rmSync(folder, { recursive: true }));
  execFileSync("cmake", ["--install", root + "build/release", "--prefix", folder]);
  const built = root + "build/page", installed = join(folder, "share/warplens/page");
  assert.deepEqual(readdirSync(installed).sort(), readdirSync(built).sort());
  for (const file of readdirSync(built)) assert.ok(readFileSync(join(built, file)).equals(readFileSync(join(installed, file))), file);
});

test("a saved session is offered as a file", async (t) => {
  const { page, said } = await visit(t);
  await page.keyboard.press("Control+s");
  await settled(page);
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  assert.equal(file.experiment, "counter");
  assert.deepEqual(said, []);
});

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };

test("on a phone, a tap presses, a resting finger points, and two zoom", async (t) => {
  const { context, page, said } = await visit(t, phone);
  await titled(page, opening);
  await page.touchscreen.tap(149, 451); // "atomic"
  await titled(page, /says 1,024\./);
  await command(page, "Experiment Add two arrays");
  await titled(page, /1,024 threads touched 1,024 elements/);

  const protocol = await context.newCDPSession(page);
  const touch = (type, ...points) => protocol.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await touch("touchStart", [200, 240]);
  await page.waitForTimeout(600);
  await touch("touchMove", [201, 240]);
  await titled(page, /Element \d+ was touched by thread|Thread \d+ of block \d+ touched/);
  await touch("touchEnd");

  const before = await page.screenshot();
  await touch("touchStart", [190, 240], [210, 240]);
  for (let apart = 20; apart <= 200; apart += 20) await touch("touchMove", [200 - apart, 240], [200 + apart, 240]);
  await touch("touchEnd");
  await settled(page);
  assert.ok((await difference(page, before, await page.screenshot())) > 2, "nearer");
  assert.deepEqual(said, []);
});

test("on a phone, a number is typed, a panel is scrolled by a swipe, and a tap elsewhere points at nothing", async (t) => {
  const { context, page, said } = await visit(t, phone);
  await page.touchscreen.tap(344, 548); // the field of Grid x
  await page.waitForFunction(() => document.activeElement.id === "typed");
  await page.keyboard.insertText("1");
  await page.keyboard.insertText("7");
  await page.keyboard.press("Backspace");
  await page.keyboard.insertText("6");
  await page.keyboard.press("Enter");
  await titled(page, /512 threads each added 1/); // 16 blocks
  await page.waitForFunction(() => document.activeElement.id === "canvas");

  const before = await page.screenshot();
  const session = await context.newCDPSession(page);
  const touch = (type, x, y) => session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await touch("touchStart", 200, 660);
  await settled(page);
  for (let y = 650; y >= 560; y -= 10) await touch("touchMove", 200, y);
  await touch("touchEnd");
  await settled(page);
  assert.match(await page.title(), /512 threads each added 1/, "no slider was turned");
  assert.ok((await difference(page, before, await page.screenshot())) > 1, "it has scrolled");

  await page.touchscreen.tap(303, 18); // lessons, whose list lies over the picture
  await settled(page);
  await page.touchscreen.tap(117, 253);
  await page.waitForFunction(() => document.getElementById("words").textContent.includes("Lesson: "));
  await page.waitForTimeout(500);
  assert.doesNotMatch(await page.title(), /lement \d+ was touched/, "nothing is pointed at");
  assert.deepEqual(said, []);
});

test("on a phone, a lesson that is opened shows its text", async (t) => {
  const { page, said } = await visit(t, phone);
  const before = await page.screenshot();
  await command(page, "Lesson A race");
  await titled(page, opening);
  const text = await page.screenshot();
  assert.ok((await difference(page, before, text)) > 2);
  await page.touchscreen.tap(104, 398); // "Controls"
  await settled(page);
  assert.ok((await difference(page, text, await page.screenshot())) > 2);
  assert.deepEqual(said, []);
});
