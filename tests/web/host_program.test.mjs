// Where a program in the page calls from (assets/web/host_program.js), by the words of each browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CallStack } from "../../assets/web/host_program.js";

const frames = (text) => Array.from(new CallStack().framesIn(text)).filter((offset) => offset !== 0);

test("a call stack of Chrome", () => {
  assert.deepEqual(frames(`Error
    at CallStack.now (http://127.0.0.1:8080/host_program.js:66:18)
    at cudaMalloc (http://127.0.0.1:8080/host_program.js:120:5)
    at main (wasm://wasm/0007a1b2:wasm-function[12]:0x3f2)
    at wasm://wasm/0007a1b2:wasm-function[3]:0x10a
    at launch (wasm://wasm/00c1d2e3:wasm-function[900]:0xabcde)`), [0x3f2, 0x10a]);
});

test("a call stack of Firefox, as 153 writes it", () => {
  assert.deepEqual(frames(`now@http://127.0.0.1:8080/host_program.js:66:18
noteCall@http://127.0.0.1:8080/host_program.js:120:5
main@http://127.0.0.1:8080/host_program.js line 152 > WebAssembly.compile:wasm-function[12]:0x3f2
@http://127.0.0.1:8080/host_program.js line 152 > WebAssembly.compile:wasm-function[3]:0x10a
launch@http://127.0.0.1:8080/program_runtime.wasm:wasm-function[900]:0xabcde
async*evaluate@http://127.0.0.1:8080/page.js:292:16`), [0x3f2, 0x10a]);
});

test("a call stack of Safari has no places", () => {
  assert.deepEqual(frames("now@http://127.0.0.1/host_program.js:66:18\n<?>.wasm-function[12]@[wasm code]"), []);
});
