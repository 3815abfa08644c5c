'use strict';

// The field for whoever comes with code. The text is an element of the document, so that phones show their keyboard for it, and
// every way to paste works, also where a page may not read the clipboard.

var pasteDialog = document.getElementById('paste');
var code = document.getElementById('code');

function warplensAskForCode() {
  pasteDialog.returnValue = '';
  pasteDialog.showModal();
  code.focus();
  code.select();  // what was opened last
}

pasteDialog.addEventListener('close', function() {
  Module.canvas.focus();
  if (pasteDialog.returnValue === '' || code.value.trim() === '') return;
  Module.pasted = code.value;
  Module._warplens_paste();
  warplensWake();
});

// What happens in the dialog is not the window's. This script is loaded before the program, whose listeners come after these.
['keydown', 'keyup', 'keypress', 'mousedown', 'mouseup', 'mousemove', 'wheel', 'mousewheel', 'touchstart', 'touchmove',
 'touchend']
    .forEach(function(type) {
      window.addEventListener(type, function(event) {
        if (!pasteDialog.open) return;
        event.stopImmediatePropagation();
        if (type === 'keydown' && event.key === 'Enter' && event.ctrlKey) pasteDialog.close('open');
      }, true);
    });
