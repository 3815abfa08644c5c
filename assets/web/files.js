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
