// The worker that runs a CUDA program in the page, one for each run. Message: {runtime: URL of the CUDA runtime's script,
// program: bytes of the host's part, arguments, files: bytes by their paths, environment, spec: preset of the SIMT machine,
// sources: their paths, that with main() first (if absent, all files)}. Answers {printed: bytes, stream: 1 or 2} while it runs,
// and at the end {ended: status, why, recording: bytes or null}.

import {memoryOf, Printed, runHostProgram} from './host_program.js';

// Where the runtime has its files (app/main_program_web.cpp), and the program (app/runtime/host_code_web.cpp).
const folder = '/warplens/', programFile = '/program.wasm';

function write(runtime, path, bytes) {
  runtime.FS.mkdirTree(path.replace(/[^/]*$/, '') || '/');
  runtime.FS.writeFile(path, bytes);
}
/// Put a text into the runtime's memory, for the time of a call.
function withText(runtime, text, call) {
  const bytes = new TextEncoder().encode(text + '\0'), at = runtime._malloc(bytes.length);
  new Uint8Array(memoryOf(runtime).buffer).set(bytes, at);
  call(at);
  runtime._free(at);
}

/// Tell the runtime of the program.
function begin(runtime, {program, files, spec, sources = Object.keys(files)}) {
  runtime.FS.mkdirTree(folder);
  for (const [path, bytes] of Object.entries(files)) write(runtime, path, bytes);
  write(runtime, programFile, program);
  withText(runtime, [spec, ...sources].join('\n'), (words) => runtime._warplens_begin(words));
}

/// Let the runtime make a recording of what it has noted: {recording, why}.
function recorded(runtime, ended, printed) {
  write(runtime, folder + 'printed', printed);
  const problem = runtime._warplens_ended(ended.status);
  if (problem !== 0) return {recording: null, why: ended.why || runtime.UTF8ToString(problem)};
  return {recording: runtime.FS.readFile(folder + 'made.recording'), why: ended.why};
}

onmessage = async ({data}) => {
  const printed = [];
  const print = new Printed((bytes, stream) => {
    printed.push(bytes);
    postMessage({printed: bytes, stream});
  });
  try {
    const {default: createRuntime} = await import(data.runtime);
    const runtime = await createRuntime({
      stdin: () => null,
      stdout: (byte) => byte !== null && print.addByte(1, byte),
      stderr: (byte) => byte !== null && print.addByte(2, byte)
    });
    begin(runtime, data);
    const ended = await runHostProgram({...data, runtime, print});
    print.flush();
    const all = new Uint8Array(await new Blob(printed).arrayBuffer());
    postMessage({ended: ended.status, ...recorded(runtime, ended, all)});
  } catch (problem) {
    print.flush();
    postMessage({ended: 1, why: 'the program cannot be run here: ' + String(problem?.message || problem), recording: null});
  }
};
