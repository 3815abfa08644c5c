'use strict';

// Whole programs run in workers of their own (program.js), one for each run, so that any of them can be stopped.

var programs = new Map();  // number → worker

// `place(data)`: puts bytes into the program's memory.
function warplensStartProgram(number, words, program, place) {
  let parts = words.split('\0'), count = Number(parts[1]), files = {};
  for (let k = 2 + count; k < parts.length; k += 2) files[parts[k]] = new TextEncoder().encode(parts[k + 1]);
  let worker = new Worker('program.js', {type: 'module'});
  programs.set(number, worker);
  let ended = function(status, why, recording) {
    warplensStopProgram(number);
    let said = new TextEncoder().encode(why);
    Module._warplens_program_ended(number, status, place(said), said.length, place(recording), recording.length);
    warplensWake();
  };
  worker.onerror = function(event) {
    ended(1, 'programs do not start in this browser: ' + (event.message || 'their worker cannot be loaded'), new Uint8Array());
  };
  worker.onmessage = function(event) {
    let message = event.data;
    if (!programs.has(number)) return;
    if (message.printed) {
      Module._warplens_program_printed(number, place(message.printed), message.printed.length);
      warplensWake();
    }
    if (message.ended !== undefined) ended(message.ended, message.why || '', message.recording || new Uint8Array());
  };
  worker.postMessage({
    runtime: new URL('program_runtime.js', location.href).href,
    program: program,
    spec: parts[0],
    arguments: ['program'].concat(parts.slice(2, 2 + count)),
    files: files
  });
}

function warplensStopProgram(number) {
  let worker = programs.get(number);
  programs.delete(number);
  if (worker) worker.terminate();
}
