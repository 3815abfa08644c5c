// The worker that compiles: clang as WebAssembly, of the npm package that clang_version.js names. It makes NVVM IR; the program
// makes PTX of that (app/ptx/nvvm). First message: {headers}, our own. Then {number, arguments, files} for each source.

import {archive, bytes, version} from './clang_version.js';

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

const why = (problem) =>
    problem instanceof RangeError ? 'the browser has too little memory for the compiler' : String(problem.message || problem);

let headers, starting;
const output = 'made.ll';
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
  postMessage({begun: data.number});
  const files = {warplens: headers}, said = [];
  for (const [path, text] of data.files) put(files, path, text);
  let made = null;
  try {
    made = runLLVM(['clang', '-cc1', ...data.arguments], files, {
      synchronously: true,
      stderr: (piece) => {
        if (piece) said.push(piece.slice());
      }
    })[output];
  } catch (problem) {
    if (problem.code === undefined) said.push(new TextEncoder().encode('the compiler stopped: ' + why(problem)));
  }
  const bytesOf = (text) => typeof text === 'string' ? new TextEncoder().encode(text) : text;
  postMessage({answered: data.number, made: made && bytesOf(made), said: new Uint8Array(await new Blob(said).arrayBuffer())});
};
