'use strict';

// Sources in CUDA C++ are compiled by clang, in a worker of its own (compiler.js). It is fetched when first needed, and kept by
// the browser. All waiting sources are answered if the compiler is stopped.

var compiler = null;             // the worker
var waitingSources = new Map();  // number → function(made, said)
var lastSource = 0;
var compileTime = 60000;  // milliseconds for one command
var compileTimer = 0;

var download = document.getElementById('download');
var downloaded = document.getElementById('downloaded');
document.getElementById('stop_download')
    .addEventListener(
        'click', function() { stopCompiler('the compiler was not fetched, because you stopped it: press Run to fetch it'); });

// What is under a folder of the program's files, as nested objects.
function treeOf(folder) {
  let tree = {};
  FS.readdir(folder).forEach(function(name) {
    if (name === '.' || name === '..') return;
    let path = folder + '/' + name;
    tree[name] = FS.isDir(FS.stat(path).mode) ? treeOf(path) : FS.readFile(path);
  });
  return tree;
}

function megabytes(bytes) { return Math.round(bytes / 1e6); }
function showDownload(done, total) {
  download.hidden = false;
  downloaded.textContent = 'Kernels in CUDA C++ need a compiler: ' + megabytes(done) + ' of ' + megabytes(total) +
      ' MB have come. It stays in this browser, and what you write is sent nowhere.';
  document.getElementById('download_bar').value = done / total;
}

function stopCompiler(why) {
  clearTimeout(compileTimer);
  download.hidden = true;
  if (compiler !== null) compiler.terminate();
  compiler = null;
  let waiting = Array.from(waitingSources.values());
  waitingSources.clear();
  waiting.forEach(function(answer) { answer(null, new TextEncoder().encode(why)); });
  warplensWake();
}

function startCompiler() {
  compiler = new Worker('compiler.js', {type: 'module'});
  compiler.postMessage({headers: treeOf('/resources/app/ptx/compile/clang')});
  compiler.onerror = function(event) {
    stopCompiler('the compiler does not start in this browser: ' + (event.message || 'its worker cannot be loaded'));
  };
  compiler.onmessage = function(event) {
    let message = event.data;
    if (message.total) showDownload(message.done, message.total);
    if (message.ready) download.hidden = true;
    if (message.failed) stopCompiler(message.failed);
    if (message.begun) {
      clearTimeout(compileTimer);
      compileTimer = setTimeout(
          function() { stopCompiler('the compiler did not end within ' + compileTime / 1000 + ' seconds'); }, compileTime);
    }
    if (message.answered) {
      clearTimeout(compileTimer);
      let answer = waitingSources.get(message.answered);
      waitingSources.delete(message.answered);
      answer(message.made, message.said);
      warplensWake();
    }
  };
}

// Compile. `commands`: lists of words, the first of each the program's name, run one after the other until one fails. `files`:
// pairs of a path and bytes. `answer(made, said)`: bytes of the file `output` or null, and of the messages.
function warplensCompile(commands, files, output, answer) {
  if (compiler === null) startCompiler();
  waitingSources.set(++lastSource, answer);
  compiler.postMessage({number: lastSource, commands: commands, files: files, output: output});
}
