// Functions of JavaScript that the CUDA runtime of whole programs calls (app/cudart/host_functions_web.cpp).

mergeInto(LibraryManager.library, {
  warplens_call_host_function: function(pointer, data) { Module.warplensCallHostFunction(pointer, data); },
  warplens_call_stream_callback: function(
      pointer, stream, status, data) { Module.warplensCallHostFunction(pointer, stream, status, data); },
});
