import { launch, open, serveStatically, settled } from "./page.mjs";
import { readFileSync } from "node:fs";
const server = await serveStatically();
const browser = await launch();
const names = ["row-or-column", "lost-update"];
const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
for (const name of names) {
  const { page } = await open(context, server.address + "#question/" + name);
  await settled(page); await page.waitForTimeout(2500);
  await page.screenshot({ path: `/work/try/walk60/shots/${name}.png` });
  await page.close();
}
const { page } = await open(context, server.address);
await page.waitForTimeout(1500);
await page.screenshot({ path: `/work/try/walk60/shots/first.png` });
await page.touchscreen.tap(310, 18); await settled(page); await page.waitForTimeout(1500);
await page.screenshot({ path: `/work/try/walk60/shots/lessons.png` });
await browser.close(); server.close();
