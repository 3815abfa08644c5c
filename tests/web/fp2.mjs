import { launch } from "./page.mjs";
import { spawn } from "node:child_process"; import { once } from "node:events";
const root="/work/main/";
const server = spawn(root + "build/release/warplens", ["serve", "--page", root + "build/web", "--port", "0", "--open", ...process.argv.slice(2)], { stdio: ["ignore", "pipe", "ignore"] });
const [line] = await once(server.stdout, "data"); const address=String(line).trim();
const browser = await launch();
for (let visit = 0; visit < 2; ++visit) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.marks = [];
    let last = '';
    const look = () => { const s = document.getElementById('state'), c = document.getElementById('cover'); const now = (s?s.textContent:'')+'|'+(c?c.style.display:'')+'|'+document.title; if (now!==last){ marks.push([Math.round(performance.now()), now]); last = now;} };
    setInterval(look, 5);
    let prev = performance.now(); window.gaps=[];
    setInterval(()=>{const n=performance.now(); if(n-prev>150) gaps.push([Math.round(prev),Math.round(n-prev)]); prev=n;},5);
  });
await page.goto(address);
  await page.waitForFunction(() => /^Warplens — /.test(document.title), undefined, {timeout: 60000});
  console.log(JSON.stringify(await page.evaluate(()=>[marks,gaps])));
  await context.close();
}
await browser.close(); server.kill();
