'use strict';

// A link is a session: its text, compressed, behind the # of the address.

var mostBytes = 1 << 24;  // of a session
async function throughStream(bytes, stream) {
  let reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  let pieces = [], size = 0;
  for (;;) {
    let piece = await reader.read();
    if (piece.done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    pieces.push(piece.value);
    size += piece.value.length;
    if (size > mostBytes) throw new Error('too large');
  }
}

function addressOf(session) {
  return throughStream(new TextEncoder().encode(session), new CompressionStream('deflate-raw')).then(function(bytes) {
    let text = '';
    bytes.forEach(function(byte) { text += String.fromCharCode(byte); });
    let coded = btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
    return location.origin + location.pathname + '#' + coded;
  });
}

// In a frame of another page, `?view` shows only the view.
var showsViewOnly = new URLSearchParams(location.search).has('view');
function warplensCopyFrame(session) {
  addressOf(session)
      .then(function(address) {
        let frame = '<iframe src="' + address.replace('#', '?view#') + '" width="960" height="600" style="border: 0" ' +
            'allow="cross-origin-isolated; clipboard-write" title="Warplens"></iframe>';
        return navigator.clipboard.writeText(frame);
      })
      .catch(function(error) { console.warn('The frame could not be copied: ' + error); });
}

// The session of a question of the gallery (gallery.html), which lies among the program's files; they come while the page loads.
async function sessionOfQuestion(name) {
  while (!FS.analyzePath('/resources/compiler_version').exists) await new Promise(function(done) { setTimeout(done, 50); });
  return FS.readFile('/resources/assets/gallery/' + name + '.warplens');
}

async function sessionIn(hash) {
  let question = /^#question\/([a-z0-9-]+)$/.exec(hash);
  if (question) return sessionOfQuestion(question[1]);
  let text = atob(hash.slice(1).replace(/-/g, '+').replace(/_/g, '/'));
  let bytes = Uint8Array.from(text, function(letter) { return letter.charCodeAt(0); });
  return throughStream(bytes, new DecompressionStream('deflate-raw'));
}

var linked = null;  // the last link opened or copied
function warplensCopyLink(session) {
  addressOf(session)
      .then(function(address) {
        linked = new URL(address).hash;
        history.replaceState(null, '', address);
        return navigator.clipboard.writeText(address);
      })
      .catch(function(error) { console.warn('The link is in the address bar, and not in the clipboard: ' + error); });
}

// A page that frames this one may hand a session over (app/python/warplens/page.py), once it is told that this one is ready.
function takeHandedSession(open) {
  if (window.parent === window) return;
  window.addEventListener('message', function(event) {
    if (event.source === window.parent && event.data && typeof event.data.warplensSession === 'string')
      open(event.data.warplensSession);
  });
  window.parent.postMessage('warplens ready', '*');
}

// The session in the address, as a file. What cannot be read becomes a file that is refused with its reason.
var linkFile = '/link.warplens';
function writeLink() {
  linked = location.hash;
  return sessionIn(location.hash)
      .catch(function() { return 'the link is damaged'; })
      .then(function(content) { FS.writeFile(linkFile, content); });
}
