// The page around the program (app/main_web.cpp), and what stands in for a desktop. FS, IDBFS, ENV, PThread and Browser are emscripten's,
// of warplens.js, which is loaded at the end.

'use strict';

var cover = document.getElementById('cover');
var state = document.getElementById('state');
var bar = document.getElementById('progress');

// Why there is nothing to see, in place of the window.
function warplensStopped(why) {
  cover.hidden = false;
  cover.style.display = 'grid';
  bar.hidden = true;
  state.textContent = why;
  stopped = true;
  let again = document.getElementById('again');
  again.hidden = false;
  again.onclick = function() { location.reload(); };
}

// Why Warplens cannot start in this browser; '' if it can.
function whyNot() {
  if (typeof WebAssembly !== 'object')
    return 'This browser runs no WebAssembly, as which Warplens is made. A current Chrome, Edge, Firefox or Safari does.';
  if (!document.createElement('canvas').getContext('webgl2'))
    return 'This browser draws no WebGL 2, which Warplens draws with. Where it is current, its settings may have switched graphics acceleration off.';
  return '';
}

// A file that does not come while the page loads ends in an error that nobody catches.
var loading = true;
window.addEventListener('error', function(event) {
  if (loading && !stopped)
    warplensStopped('Warplens did not load: a file of the page did not come (' + (event.message || 'no connection') + ').');
});
window.addEventListener('unhandledrejection', function(event) {
  if (loading && !stopped) warplensStopped('Warplens did not load: ' + event.reason + '.');
});

// Frames are drawn when something happens, and when the program has asked for one.
var requested = false, timer = 0, stopped = false;
function warplensWake() {
  if (requested || stopped) return;
  requested = true;
  requestAnimationFrame(function() {
    requested = false;
    clearTimeout(timer);
    let seconds = Module._warplens_frame();
    keepWorkers();
    if (seconds === 0) warplensWake();
    if (seconds > 0) timer = setTimeout(warplensWake, seconds * 1000);
  });
}

// Each thread runs in a Web Worker. Until the first picture, workers are created on demand. After that a few idle ones are kept
// loaded, since the page's main thread may block only on threads whose worker is loaded (app/base/threads.h): one per processor,
// and one more.
var keepsWorkers = false;
function keepWorkers() {
  if (!keepsWorkers) return;
  while (PThread.unusedWorkers.length <= navigator.hardwareConcurrency) {
    PThread.allocateUnusedWorker();
    PThread.loadWasmModuleToWorker(PThread.unusedWorkers[PThread.unusedWorkers.length - 1], warplensWake);
  }
}

function fitCanvas() {
  let scale = window.devicePixelRatio || 1;
  Browser.setCanvasSize(Math.round(window.innerWidth * scale), Math.round(window.innerHeight * scale));
}

// Keys that the window knows are not the browser's as well, but for those that select and find while the text is shown.
function takeKey(event) {
  let known = document.body.classList.contains('reads') ? 'poksge0=+-z' : 'apoksgfe0=+-z';
  if ((event.ctrlKey && known.indexOf(event.key.toLowerCase()) >= 0) || /^F[1-9]$/.test(event.key)) event.preventDefault();
}

var Module = {
  canvas: document.getElementById('canvas'),
  // Both programs read the same files.
  locateFile: function(name, folder) { return folder + name.replace('_unthreaded.data', '.data'); },
  preRun: [function() {
    ENV.WARPLENS_RESOURCES = '/resources';
    ENV.HOME = kept;
    FS.mkdirTree(kept);
    FS.mount(IDBFS, {}, kept);
    if (showsViewOnly) FS.writeFile('/view', '');
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) FS.writeFile('/calm', '');
    addRunDependency('kept files');
    FS.syncfs(true, function(problem) {
      if (problem) console.info('Settings, progress and kernels are not kept in this browser: ' + problem);
      FS.mkdirTree(folder);
      FS.chdir(folder);
      offerSaved(false);
      removeRunDependency('kept files');
    });
    if (location.hash.length > 1) {
      addRunDependency('link');
      writeLink().then(function() { removeRunDependency('link'); });
    }
  }],
  setStatus: function(text) {
    let parts = /\((\d+(?:\.\d+)?)\/(\d+)\)/.exec(text || '');
    if (parts) bar.value = Number(parts[1]) / Number(parts[2]);
  },
  onRuntimeInitialized: function() { state.textContent = 'Starting …'; },
  postRun: [function() {
    if (stopped) return;
    loading = false;
    cover.style.display = 'none';
    Module.canvas.focus();
    fitCanvas();
    window.addEventListener('resize', fitCanvas);
    ['mousemove', 'mousedown', 'mouseup', 'mouseleave', 'keydown', 'keyup', 'drop', 'focus', 'blur', 'resize', 'paste'].forEach(
        function(type) { window.addEventListener(type, warplensWake, {capture: true, passive: true}); });
    warplensWake();
    ['wheel', 'mousewheel'].forEach(function(type) { window.addEventListener(type, onWheel, {capture: true, passive: false}); });
    ['touchstart', 'touchmove', 'touchend', 'touchcancel'].forEach(function(
        type) { window.addEventListener(type, onTouch, {capture: true, passive: false}); });
    window.addEventListener('keydown', takeKey, true);
    window.addEventListener('paste', function(event) { Module.pasted = event.clipboardData.getData('text'); });
    window.addEventListener('hashchange', function() {
      if (location.hash !== linked)
        writeLink().then(function() {
          Module.ccall('warplens_open', null, ['string'], [linkFile]);
          warplensWake();
        });
    });
    takeHandedSession(function(session) {
      FS.writeFile(linkFile, session);
      Module.ccall('warplens_open', null, ['string'], [linkFile]);
      warplensWake();
    });
    let pictureTime = 3000;  // milliseconds in which the first picture should be there
    setTimeout(function() {
      keepsWorkers = window.crossOriginIsolated;
      keepWorkers();
    }, pictureTime);
    setInterval(function() {
      offerSaved(true);
      keepFiles();
    }, 1000);
    document.addEventListener('visibilitychange', keepFiles);
  }],
  onAbort: function(what) { warplensStopped('Warplens has stopped: ' + what + '. Reload the page to start again.'); },
};

// Threads share memory, which browsers allow only to pages with certain headers. If the host does not send them, the service
// worker (service.js) adds them from the next load on. Where service workers are not available (http from another computer), and
// in a frame whose embedding page lacks the headers, the program runs without threads.
function start(program) {
  let script = document.createElement('script');
  script.src = program;
  script.onerror = function() { warplensStopped('Warplens did not load: its file ' + program + ' did not come.'); };
  document.body.appendChild(script);
}

var startUnthreaded = function() { start('warplens_unthreaded.js'); };
var service = window.top === window && navigator.serviceWorker ? navigator.serviceWorker.register('service.js') : null;
if (service) service.catch(function(problem) { console.info('The page is not kept for use without a network: ' + problem); });
if (whyNot() !== '') {
  warplensStopped(whyNot());
} else if (window.crossOriginIsolated) {
  start('warplens.js');
} else if (service && !navigator.serviceWorker.controller) {
  service.then(function() { return navigator.serviceWorker.ready; }).then(function() { location.reload(); }, startUnthreaded);
} else {
  startUnthreaded();
}
