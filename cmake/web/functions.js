// Functions of JavaScript that the program calls.

mergeInto(LibraryManager.library, {
  warplens_stopped: function(why) { warplensStopped(UTF8ToString(why)); },
  warplens_copy_link: function(session) { warplensCopyLink(UTF8ToString(session)); },
  warplens_show_text: function(text) { warplensShowText(UTF8ToString(text)); },
  warplens_ask_for_code: function() { warplensAskForCode(); },
  warplens_begin_film: function() { warplensBeginFilm(); },
  warplens_end_film: function() { warplensEndFilm(); },
  warplens_copy_frame: function(session) { warplensCopyFrame(UTF8ToString(session)); },

  // Called by the page's own thread (app/base/threads_web.cpp).
  warplens_workers_loaded: function() {
    return PThread.unusedWorkers.length > 0 && PThread.unusedWorkers.every(function(worker) { return worker.loaded; });
  },

  // Called by any thread that compiles (app/ptx/compile/page_compiler_web.cpp).
  warplens_compile__deps: ['malloc'],
  warplens_compile__proxy: 'async',
  warplens_compile: function(number, request, bytes) {
    var data = HEAPU8.slice(request, request + bytes), view = new DataView(data.buffer), at = 0;
    var count = function() {
      at += 4;
      return view.getUint32(at - 4, true);
    };
    var part = function() {
      var length = count();
      at += length;
      return data.subarray(at - length, at);
    };
    var text = function() { return new TextDecoder().decode(part()); };
    var list = function(item) {
      var all = [];
      for (var left = count(); left > 0; --left) all.push(item());
      return all;
    };
    var commands = list(function() { return list(text); });
    var output = text();
    var files = list(function() { return [text(), part()]; });
    warplensCompile(commands, files, output, function(made, said) {
      var place = function(data) {
        if (data === null) return 0;
        var start = _malloc(data.length + 1);
        HEAPU8.set(data, start);
        return start;
      };
      Module._warplens_compiled(number, place(made), made === null ? 0 : made.length, place(said), said.length);
    });
  },

  // Called by any thread that runs a whole program (app/desk/program/page_run_web.cpp).
  warplens_start_program__deps: ['malloc'],
  warplens_start_program__proxy: 'async',
  warplens_start_program: function(number, words, bytes, program, programBytes) {
    var text = new TextDecoder().decode(HEAPU8.slice(words, words + bytes)), copy = HEAPU8.slice(program, program + programBytes);
    Module._warplens_program_started(number);
    warplensStartProgram(number, text, copy, function(data) {
      var start = _malloc(data.length + 1);
      HEAPU8.set(data, start);
      return start;
    });
  },
  warplens_stop_program__proxy: 'async',
  warplens_stop_program: function(number) { warplensStopProgram(number); },

  // The page's own thread waits for others only while the window opens.
  emscripten_check_blocking_allowed: function() {},

  // May be called by any thread.
  glfwPostEmptyEvent: function() { warplensWake(); },
  glfwPostEmptyEvent__proxy: 'async',

  // The system's clipboard. It can be read only when the browser says that something is pasted.
  glfwSetClipboardString: function(window, text) { navigator.clipboard.writeText(UTF8ToString(text)); },
  glfwGetClipboardString: function(window) {
    if (Module.pastedPlace) _free(Module.pastedPlace);
    Module.pastedPlace = allocateUTF8(Module.pasted || '');
    return Module.pastedPlace;
  },
  glfwGetClipboardString__deps: ['free'],

  // What emscripten 3.1.6 lacks of GLFW 3.3 (its library_glfw.js has the rest).
  glfwGetError: function(description) {
    if (description) HEAPU32[description >> 2] = 0;
    return 0;
  },
  glfwWindowHintString: function(hint, value) {},
  glfwSetWindowOpacity: function(window, opacity) {},
  glfwGetProcAddress: function(name) { return 0; },
  glfwGetMonitorWorkarea: function(monitor, x, y, width, height) {
    var scale = window.devicePixelRatio || 1;
    HEAP32[x >> 2] = 0;
    HEAP32[y >> 2] = 0;
    HEAP32[width >> 2] = Math.round(window.innerWidth * scale);
    HEAP32[height >> 2] = Math.round(window.innerHeight * scale);
  },
  glfwGetMonitorContentScale: function(monitor, x, y) { HEAPF32[x >> 2] = HEAPF32[y >> 2] = window.devicePixelRatio || 1; },
  glfwGetWindowContentScale: function(handle, x, y) { HEAPF32[x >> 2] = HEAPF32[y >> 2] = window.devicePixelRatio || 1; },
});
