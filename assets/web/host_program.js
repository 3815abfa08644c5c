// Runs the host's part of a CUDA program, compiled to WebAssembly, on the CUDA runtime, another module of WebAssembly, whose
// memory the program shares.

import {Ended, Wasi} from './wasi.js';

const mostFrames = 6, mostPrinted = 64 << 20;
const flushTime = 30;  // milliseconds

/// What the program prints, sent on in larger pieces. `post(bytes, stream)`.
export class Printed {
  constructor(post) {
    this.post = post;
    this.pieces = [];
    this.line = [];
    this.lineStream = 1;
    this.count = this.total = this.flushed = 0;
    this.stream = 1;
  }
  add(stream, bytes) {
    this.total += bytes.length;
    if (this.total > mostPrinted) throw new Ended(1, 'the program was stopped, because it prints without end');
    if (stream !== this.stream) this.flush();
    this.stream = stream;
    this.pieces.push(bytes);
    this.count += bytes.length;
    const isTime = this.count > 65536 || bytes.includes(10) && performance.now() - this.flushed > flushTime;
    if (isTime) this.flush();
  }
  /// A byte of what the runtime prints.
  addByte(stream, byte) {
    if (this.line.length > 0 && this.lineStream !== stream) this.addLine();
    this.lineStream = stream;
    this.line.push(byte);
    if (byte === 10 || this.line.length >= 4096) this.addLine();
  }
  addLine() {
    const line = Uint8Array.from(this.line);
    this.line = [];
    if (line.length > 0) this.add(this.lineStream, line);
  }
  flush() {
    this.addLine();
    if (this.pieces.length === 0) return;
    const all = new Uint8Array(this.count);
    let at = 0;
    for (const piece of this.pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    this.pieces = [];
    this.count = 0;
    this.flushed = performance.now();
    this.post(all, this.stream);
  }
}

/// The places in the program's file from which it calls, innermost first. Chrome writes "at name (URL:wasm-function[12]:0x3f2)",
/// Firefox "name@URL line 8 > WebAssembly.compile:wasm-function[12]:0x3f2", Safari no offsets. The first module is the program,
/// since it made the call.
export class CallStack {
  constructor() {
    this.module = null;
    this.known = new Map();
  }
  now() {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 24;
    const text = new Error().stack ?? '';
    Error.stackTraceLimit = limit;
    let frames = this.known.get(text);
    if (frames !== undefined) return frames;
    frames = this.framesIn(text);
    if (this.known.size > 4096) this.known.clear();
    this.known.set(text, frames);
    return frames;
  }
  framesIn(text) {
    const frames = new Uint32Array(mostFrames);
    let count = 0;
    for (const [, module, offset] of text.matchAll(/(?:\(|@|at )([^(@\n]+):wasm-function\[\d+\]:0x([0-9a-f]+)/g)) {
      this.module ??= module;
      if (module !== this.module || count === mostFrames) continue;
      frames[count++] = parseInt(offset, 16);
    }
    return frames;
  }
}

const throughNull = 'the program reads or writes through a null pointer on the host (segmentation fault)';
const hasNot = 'the program reads or writes memory of the host that it does not have (segmentation fault)';
const outOfStack = 'the program has used up its stack';
const callsNone = 'the program calls a function by a pointer that points to none';

/// The stack is the lowest of a program's memory, and grows downwards.
function isStackUsedUp(stackPointer) { return stackPointer !== undefined && (stackPointer | 0) < 4096; }

/// What a browser says of an error in WebAssembly, in our words, with the status that a shell would show.
function endOf(problem, stackPointer) {
  const said = String(problem?.message ?? problem);
  if (problem instanceof RangeError || /recursion|call stack/i.test(said))
    return new Ended(139, 'the program has used up its stack: a function calls itself without end');
  if (!(problem instanceof WebAssembly.RuntimeError)) return new Ended(1, 'the program was stopped: ' + said);
  if (/unreachable/i.test(said)) return new Ended(134, 'the program has stopped itself (abort)');
  if (/divide|division|remainder/i.test(said)) return new Ended(136, 'the program divides an integer by zero');
  if (/table|indirect|signature|null/i.test(said)) return new Ended(139, callsNone);
  if (/out of bounds|out-of-bounds/i.test(said)) return new Ended(139, isStackUsedUp(stackPointer) ? outOfStack : hasNot);
  return new Ended(134, 'the program was stopped: ' + said);
}

/// The memory of the runtime's module, which emscripten does not give to others as a rule.
export function memoryOf(runtime) { return runtime.wasmMemory ?? runtime.asm.memory; }

/// Runs the program to its end: an Ended. `runtime`: its emscripten module; `program`: bytes; `print`: a Printed.
export async function runHostProgram({runtime, program, arguments: words, files, environment, print}) {
  const memory = memoryOf(runtime);
  const stack = new CallStack(), framesAt = runtime._warplens_frames?.() ?? 0;
  let ended = null;
  const end = (reason) => {
    ended = reason;
    throw reason;
  };
  const noteCall = () => {
    if (ended) throw ended;  // nothing that catches it on its way may go on
    exports.warplens_flush();
    print.flush();
    noteFrames(stack.now());
  };
  const noteFrames = (frames) => {
    if (framesAt === 0) return;
    const noted = new Uint32Array(memory.buffer, framesAt, mostFrames);
    noted.fill(0);
    noted.set(frames);
  };
  // The program is about to use memory that it may not use now: kernels' own, or what kernels work on (page/checks.cpp).
  const used = (pointer, bytes, writes) => {
    if (ended) throw ended;
    const first = runtime._warplens_watched(pointer, bytes, writes) >>> 0;
    if (first === 0xffffffff) return;
    if (isStackUsedUp(exports.__stack_pointer?.value)) end(new Ended(139, outOfStack));
    noteFrames(stack.now().subarray(1));  // without the function that asks
    if (!runtime._warplens_host_touched(first)) end(new Ended(139, first < 4096 ? throughNull : hasNot));
  };
  const wasi = new Wasi({
    memory,
    arguments: words,
    files,
    environment,
    print: (stream, bytes) => print.add(stream, bytes),
    rest: () => print.flush(),
    clockRead: () => {
      if (!runtime._warplens_clock_read) return;
      noteCall();
      runtime._warplens_clock_read();
    }
  });

  const module = await WebAssembly.compile(program);
  const imports = {env: {memory}, warplens: {}, wasi_snapshot_preview1: {}};
  for (const {module: from, name, kind} of WebAssembly.Module.imports(module)) {
    if (kind !== 'function' || imports[from] === undefined) continue;
    const exported = runtime.asm?.[name] ?? runtime['_' + name];
    if (from === 'wasi_snapshot_preview1') {
      const call = wasi.function(name);
      imports[from][name] = (...values) => {
        if (ended) throw ended;
        try {
          return call(...values);
        } catch (reason) {
          return end(reason);
        }
      };
    } else if (from === 'warplens' && name === 'used') {
      imports[from][name] = used;
    } else if (exported === undefined) {
      imports[from][name] = () => end(new Ended(1, `the program calls ${name}, which Warplens does not have in the page`));
    } else if (from === 'warplens') {
      imports[from][name] = exported;
    } else {
      imports[from][name] = (...values) => {
        noteCall();
        return exported(...values);
      };
    }
  }
  const {exports} = await WebAssembly.instantiate(module, imports);
  runtime._warplens_watch?.(exports.warplens_first_watched());
  // For the runtime, which calls functions of the program by their pointers.
  runtime.warplensCallHostFunction = (pointer, ...values) => {
    const table = exports.__indirect_function_table, called = pointer >>> 0 < table.length ? table.get(pointer >>> 0) : null;
    return called ? called(...values) : end(new Ended(139, callsNone));
  };
  try {
    exports._start();
    ended ??= new Ended(0);
  } catch (problem) {
    if (ended) return ended;
    if (problem instanceof Ended) ended = problem;
    if (!ended && problem instanceof WebAssembly.RuntimeError) runtime._warplens_trapped?.();
    const isException = typeof WebAssembly.Exception === 'function' && problem instanceof WebAssembly.Exception;
    if (!ended && isException) {
      let isOfProgram = true;
      try {
        isOfProgram = exports.warplens_uncaught() !== 0;
      } catch {  // what() itself fails
      }
      ended = new Ended(134, isOfProgram ? 'an exception has left main()' : 'the CUDA runtime of the page has failed');
    }
    ended ??= endOf(problem, exports.__stack_pointer?.value);
  }
  return ended;
}
