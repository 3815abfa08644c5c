'use strict';

// Files that last until the next visit: settings, progress in lessons, own kernels. Kept in the browser's IndexedDB.
var kept = '/home/web_user';
var keeping = false;
function keepFiles() {
  if (keeping) return;
  keeping = true;
  FS.syncfs(false, function() { keeping = false; });
}

function offerDownload(name, content) {
  let link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(content);
  link.click();
  setTimeout(function() { URL.revokeObjectURL(link.href); }, 60000);
}

// Films of the window, in a format that the browser can write.
var film = null;
function warplensBeginFilm() {
  if (film !== null) return;
  if (!window.MediaRecorder) return console.warn('This browser cannot record films.');
  let type = ['video/webm;codecs=vp9', 'video/webm', 'video/mp4'].find(function(each) { return MediaRecorder.isTypeSupported(each); });
  let recorder = new MediaRecorder(Module.canvas.captureStream(30), {mimeType: type, videoBitsPerSecond: 16000000});
  let pieces = [];
  recorder.ondataavailable = function(event) { pieces.push(event.data); };
  recorder.onstop = function() {
    offerDownload('film.' + (type.indexOf('mp4') < 0 ? 'webm' : 'mp4'), new Blob(pieces, {type: type}));
  };
  recorder.start();
  film = recorder;
}
function warplensEndFilm() {
  let recorder = film;
  film = null;
  if (recorder !== null) setTimeout(function() { recorder.stop(); }, 1000);
}

// Files that are dropped on the page are kept like those that are written in it, under their names: what had such a name and says
// something else is kept as "NAME (before)". (emscripten's own handler puts them into a folder that is gone with the visit.)
function same(one, other) {
  return one.length === other.length && one.every(function(byte, k) { return byte === other[k]; });
}
function keepDropped(name, content) {
  let path = folder + '/' + name.replace(/\//g, '_');
  if (FS.analyzePath(path).exists && !same(FS.readFile(path), content))
    FS.writeFile(path.replace(/(\.[^.]*)?$/, ' (before)$1'), FS.readFile(path));
  FS.writeFile(path, content);
  offerSaved(false);  // it has just come from the person
  return path;
}
window.addEventListener('drop', function(event) {
  let files = event.dataTransfer ? Array.from(event.dataTransfer.files) : [];
  if (files.length === 0 || loading) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  Promise
      .all(files.map(function(file) {
        let keep = function(content) { return keepDropped(file.name, new Uint8Array(content)); };
        // A folder, for instance: the window says that there is no such file.
        let giveUp = function() { return folder + '/' + file.name; };
        return file.arrayBuffer().then(keep, giveUp);
      }))
      .then(function(paths) {
        Module.ccall('warplens_open', null, ['string'], [paths.join('\n')]);
        warplensWake();
      });
}, true);

// Files saved in the window are also offered as downloads. Kernels are not: each pause in typing saves them. Programs made of them are.
var folder = kept + '/warplens';
var downloads = /\.(warplens|png|svg|csv|json|npy|schedule)$|-program[-0-9]*\.cu$/;
var savedAt = {};
function offerSaved(offers) {
  FS.readdir(folder).forEach(function(name) {
    if (!downloads.test(name)) return;
    let time = FS.stat(folder + '/' + name).mtime.getTime();
    if (savedAt[name] === time) return;
    savedAt[name] = time;
    if (!offers) return;
    offerDownload(name, new Blob([FS.readFile(folder + '/' + name)]));
  });
}
