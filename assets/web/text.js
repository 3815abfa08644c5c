'use strict';

// What the window says as text in the document (app/ui/window/window_text.h), for screen readers, search and copying. Its first
// line, the headline, is read out when it changes; so are the control that the keyboard has reached, notices, and the lesson's
// task.

var words = document.getElementById('words');

// Written only if it has changed: screen readers read out every write.
function speak(place, line) {
  let element = document.getElementById(place), content = line.slice(2).replace(/^Warplens — /, '');
  if (element.textContent !== content) element.textContent = content;
}

function warplensShowText(text) {
  let lines = text.split('\n'), parts = lines.filter(function(line) { return '#>|'.indexOf(line[0]) >= 0; });
  speak('said', parts[0]);
  speak('reached', lines.find(function(line) { return line[0] === '!'; }));
  speak('told', lines.find(function(line) { return line[0] === '~'; }));
  words.replaceChildren();
  let code = null;
  parts.forEach(function(line) {
    let content = line.slice(2);
    if (line[0] === '|') {
      if (code === null) words.appendChild(code = document.createElement('pre'));
      code.append(content + '\n');
      return;
    }
    code = null;
    let element = document.createElement(line[0] === '#' ? 'h2' : 'p');
    element.textContent = content.replace(/^Warplens — /, '');
    words.appendChild(element);
  });
}

// The text in place of the picture, and back.
function showWords(shows) {
  document.body.classList.toggle('reads', shows);
  let button = document.getElementById('read');
  button.setAttribute('aria-expanded', String(shows));
  button.textContent = shows ? 'Back to the picture (Esc)' : 'The window as text';
  (shows ? words : document.getElementById('canvas')).focus();
}
document.getElementById('read').addEventListener('click', function() { showWords(!document.body.classList.contains('reads')); });
// Keys pressed in the text scroll and leave it; the window does not see them.
window.addEventListener('keydown', function(event) {
  if (document.activeElement !== words || event.altKey) return;
  event.stopImmediatePropagation();
  if (event.key === 'Escape') showWords(false);
}, true);
// The window takes Tab for itself, so that the button cannot be reached by it from there.
window.addEventListener('keydown', function(event) {
  if (!event.altKey || event.code !== 'KeyT') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  showWords(!document.body.classList.contains('reads'));
}, true);
