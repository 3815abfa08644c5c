'use strict';

// Files that last until the next visit: settings, progress in lessons, own kernels. Kept in the browser's IndexedDB.
var kept = '/home/web_user';
var keeping = false;
function keepFiles() {
  if (keeping) return;
  keeping = true;
  FS.syncfs(false, function() { keeping = false; });
}

// Files saved in the window are also offered as downloads. Kernels are not: each pause in typing saves them.
var folder = kept + '/warplens';
var downloads = /\.(warplens|png|svg|csv|json|npy|schedule)$/;
var savedAt = {};
function offerSaved(offers) {
  FS.readdir(folder).forEach(function(name) {
    if (!downloads.test(name)) return;
    let time = FS.stat(folder + '/' + name).mtime.getTime();
    if (savedAt[name] === time) return;
    savedAt[name] = time;
    if (!offers) return;
    let link = document.createElement('a');
    link.download = name;
    link.href = URL.createObjectURL(new Blob([FS.readFile(folder + '/' + name)]));
    link.click();
    setTimeout(function() { URL.revokeObjectURL(link.href); }, 60000);
  });
}
