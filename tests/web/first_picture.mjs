// Prints the time from opening the page to its first picture, in milliseconds, of five visits with an empty cache.

import { launch, open, serve } from "./page.mjs";

const server = await serve();
const browser = await launch();
for (let visit = 0; visit < 5; ++visit) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const begin = performance.now();
  await open(context, server.address);
  console.log(Math.round(performance.now() - begin));
  await context.close();
}
await browser.close();
server.close();
