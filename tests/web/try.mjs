import { launch, open, drop, titled, settled, serveStatically } from "./page.mjs";
import { readFileSync } from "node:fs";
const host = await serveStatically();
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
context.on("console", (m) => console.log("console:", m.text()));
const { page, said } = await open(context, host.address);
page.on("worker", (w) => w.on && w.on("console", (m) => console.log("worker:", m.text())));
const file = process.argv[2];
const t0 = Date.now();
await drop(page, readFileSync(file, "utf8"), file.replace(/.*\//, ""));
let last = "";
for (let k = 0; k < 240; ++k) {
  await new Promise((r) => setTimeout(r, 250));
  const title = await page.title();
  if (title !== last) console.log((Date.now() - t0) + " ms", title);
  last = title;
  if (k > 100 && k % 40 == 0) await settled(page);
  if (process.argv[3] && new RegExp(process.argv[3]).test(title)) break;
}
await settled(page); await new Promise((r) => setTimeout(r, 1500));
await page.screenshot({ path: "/tmp/page_program.png" });
console.log(said.join("\n"));
await browser.close(); host.close();
