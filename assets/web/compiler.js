// The worker that compiles: clang as WebAssembly, of the npm package that clang_version.js names. It makes NVVM IR, of which the
// page makes PTX (app/ptx/nvvm), and the host's part of programs, as WebAssembly. First message: {headers}, our own.
// Then {number, commands, files, output} for each request: lists of words, run one after the other on the files, and the name of
// what is to be made.

import {archive, bytes, version} from './clang_version.js';
import {compileQuickly} from './precompiled.js';

// The archive with the compiler and its headers is kept in IndexedDB, which browsers have for pages over plain http, too.
const store = 'archives';
function database() {
  return new Promise((done, fail) => {
    const opening = indexedDB.open('warplens_compiler', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
}
async function inStore(mode, work) {
  const base = await database();
  try {
    return await new Promise((done, fail) => {
      const transaction = base.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = transaction.onerror = () => fail(transaction.error);
    });
  } finally {
    base.close();
  }
}
const kept = () => inStore('readonly', (archives) => archives.get(version)).catch(() => undefined);
async function keep(packed) {
  try {
    await inStore('readwrite', (archives) => {
      archives.clear();
      return archives.put(packed, version);
    });
  } catch (problem) {
    console.info('The compiler is not kept in this browser, and will be fetched again: ' + problem);
  }
}

async function fetched() {
  const response = await fetch(new URL(archive, import.meta.url));
  if (!response.ok) throw new Error(`its file ${archive} is not beside the page (${response.status})`);
  const reader = response.body.getReader(), pieces = [];
  let done = 0;
  for (;;) {
    const piece = await reader.read();
    if (piece.done) break;
    pieces.push(piece.value);
    done += piece.value.length;
    postMessage({done: Math.min(done, bytes), total: bytes});
  }
  return new Blob(pieces);
}

// Some servers say that an archive is a compressed answer, so that the browser has unpacked it already.
async function unpacked(packed) {
  const [first, second] = new Uint8Array(await packed.slice(0, 2).arrayBuffer());
  const gzipped = first === 0x1f && second === 0x8b;
  return new Response(gzipped ? packed.stream().pipeThrough(new DecompressionStream('gzip')) : packed).arrayBuffer();
}

// POSIX, "ustar Interchange Format": blocks of 512 bytes; a name of 100 bytes at 0, a size in octal at 124.
function filesOf(tar) {
  const files = new Map(), text = new TextDecoder();
  for (let at = 0; at + 512 <= tar.byteLength;) {
    const name = text.decode(new Uint8Array(tar, at, 100)).replace(/\0.*/, '');
    if (name === '') break;
    const size = parseInt(text.decode(new Uint8Array(tar, at + 124, 12)), 8);
    files.set(name, new Uint8Array(tar, at + 512, size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

async function started() {
  let packed = await kept();
  if (packed === undefined) {
    packed = await fetched();
    await keep(packed);
  }
  const files = filesOf(await unpacked(packed));
  // The package fetches its own files, which are here.
  self.fetch = async (address) => {
    const name = String(address).replace(/.*\//, '');
    return new Response(
        files.get(name), {headers: {'content-type': name.endsWith('.wasm') ? 'application/wasm' : 'application/x-tar'}});
  };
  const {runLLVM} = await import('./clang.js');
  await runLLVM(null, {}, {fetchProgress: () => {}});
  files.clear();
  return runLLVM;
}

// {'a': {'b.cu': text}} of 'a/b.cu' and its text.
function put(tree, path, text) {
  const folders = path.split('/').filter((part) => part !== '');
  const name = folders.pop();
  for (const folder of folders) tree = tree[folder] ??= {};
  tree[name] = text;
}
function fileIn(tree, path) {
  for (const part of path.split('/').filter((each) => each !== '')) tree = tree?.[part];
  return tree instanceof Uint8Array ? tree : null;
}

const why = (problem) =>
    problem instanceof RangeError ? 'the browser has too little memory for the compiler' : String(problem.message || problem);
const bytesOf = async (pieces) => new Uint8Array(await new Blob(pieces).arrayBuffer());

// What was made of our own sources, which every program has, by the command.
const made = new Map();

// Carry out one command on these files. Returns {made, said}: what it has made, null if it has failed, and its messages. The
// package writes into a file in time that grows with the square of its size, so clang writes to its standard output instead.
async function carryOut(runLLVM, command, files) {
  const isCompiler = command[0] === 'clang', place = command.lastIndexOf('-o') + 1, written = [], said = [];
  const words = isCompiler ? command.map((word, k) => k === place ? '-' : word) : command;
  const into = (pieces) => (piece) => {
    if (piece) pieces.push(piece.slice());
  };
  let made = null;
  try {
    const after = runLLVM(words, files, {synchronously: true, decodeASCII: false, stdout: into(written), stderr: into(said)});
    made = isCompiler ? await bytesOf(written) : fileIn(after, command[place]);
  } catch (problem) {
    if (problem.code === undefined) said.push(new TextEncoder().encode('the compiler stopped: ' + why(problem)));
  }
  return {made, said: new TextDecoder().decode(await bytesOf(said))};
}

// The same, but for what has been made already. `own`: names of the user's files.
async function makeWhatIsNew(runLLVM, command, files, own) {
  const source = command.at(-1), key = command.join('\0'), isOurs = command[0] === 'clang' && source.startsWith('/warplens/');
  if (isOurs && made.has(key)) return {made: made.get(key), said: ''};
  const text = new TextDecoder().decode(fileIn(files, source) ?? new Uint8Array());
  const answer = await compileQuickly(command, text, own, (words, more) => {
    for (const [path, content] of more) put(files, path, content);
    return carryOut(runLLVM, words, files);
  });
  if (isOurs) made.set(key, answer.made);
  return answer;
}

let headers, starting, before = Promise.resolve();

async function answer(runLLVM, {number, commands, files, output}) {
  const tree = {warplens: headers}, own = new Set(files.map(([path]) => path.replace(/.*\//, '')));
  let failed = false, said = '';
  for (const [path, content] of files) put(tree, path, content);
  for (const command of commands) {
    postMessage({begun: number});
    const one = await makeWhatIsNew(runLLVM, command, tree, own);
    said += one.said;
    failed = one.made === null;
    if (failed) break;
    put(tree, command[command.lastIndexOf('-o') + 1], one.made);
  }
  postMessage({answered: number, made: failed ? null : fileIn(tree, output), said: new TextEncoder().encode(said)});
}

onmessage = async ({data}) => {
  if (data.headers) {
    headers = data.headers;
    starting = started();
    starting.then(
        () => postMessage({ready: true}),
        (problem) => postMessage({failed: 'the compiler could not be fetched: ' + why(problem)}));
    return;
  }
  const runLLVM = await starting.catch(() => null);
  if (runLLVM === null) return;
  before = before.then(() => answer(runLLVM, data));
};
