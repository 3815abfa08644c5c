'use strict';

// The keyboard that phones show comes for elements of the document only. So one out of sight has it while a field of the window
// is typed in, and passes on what is typed as keys.

var typed = document.getElementById('typed');
var filler = '.', before = filler;  // there is always something to delete
function clearTyped() { typed.value = before = filler; }

function showKeyboard(point) {
  if (!Module._warplens_types()) return hideKeyboard();
  clearTyped();
  typed.style.left = point.clientX + 'px';  // which the browser keeps in sight
  typed.style.top = point.clientY + 'px';
  typed.focus();
}
function hideKeyboard() {
  if (document.activeElement === typed) Module.canvas.focus();
}

function passKey(type, keys) { window.dispatchEvent(new KeyboardEvent(type, keys)); }
typed.addEventListener('input', function() {
  let now = typed.value, same = 0;
  while (same < before.length && now[same] === before[same]) ++same;
  for (let k = same; k < before.length; ++k) {
    passKey('keydown', {key: 'Backspace', keyCode: 8});
    passKey('keyup', {key: 'Backspace', keyCode: 8});
  }
  for (let letter of now.slice(same)) passKey('keypress', {key: letter, charCode: letter.codePointAt(0)});
  before = now;
  if (now.length === 0 || now.length > 60) clearTyped();
  warplensWake();
});

// Letters come by the element; what else is pressed, Enter and Esc, is the window's. This script is loaded before the program,
// whose listeners come after these.
['keydown', 'keyup', 'keypress'].forEach(function(type) {
  window.addEventListener(type, function(event) {
    if (event.target !== typed || !event.isTrusted) return;
    let isLetter = event.key.length === 1 || ['Backspace', 'Process', 'Unidentified'].indexOf(event.key) >= 0;
    if (isLetter && !event.ctrlKey)
      event.stopImmediatePropagation();
    else if (type === 'keydown' && (event.key === 'Enter' || event.key === 'Escape'))
      setTimeout(hideKeyboard, 200);
  }, true);
});
