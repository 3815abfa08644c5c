'use strict';

// The wheel, in steps. GLFW, which listens too, is not to see it.
function onWheel(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type === 'mousewheel') return;  // the same by its old name
  let step = [100, 3, 1][event.deltaMode];  // pixels, lines, pages
  Module._warplens_scroll(-event.deltaX / step, -event.deltaY / step);
  warplensWake();
}

// Fingers as a mouse: a tap clicks; one finger that moves drags, or scrolls what can be scrolled if it moves up or down; one that
// rests is a pointer that hovers; two zoom.
var touch = null;     // {x, y: where it began, mode: "tap" | "drag" | "scroll" | "hover" | "pinch", timer, distance}
var scrollStep = 85;  // pixels of a page for a step of the wheel
function mouse(type, point, more) {
  Module.canvas.dispatchEvent(
      new MouseEvent(type, Object.assign({bubbles: true, clientX: point.clientX, clientY: point.clientY, button: 0}, more)));
}
function leave() {
  if (!touch) mouse('mousemove', {clientX: -9, clientY: -9});
}
function apart(touches) { return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY); }
function onTouch(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  let point = event.touches[0] || event.changedTouches[0];
  if (event.type === 'touchstart' && event.touches.length === 1) {
    mouse('mousemove', point);
    touch = {x: point.clientX, y: point.clientY, mode: 'tap'};
    touch.timer = setTimeout(function() {
      if (touch && touch.mode === 'tap') touch.mode = 'hover';
    }, 400);
  } else if (event.type === 'touchstart') {
    if (touch) clearTimeout(touch.timer);
    if (touch && touch.mode === 'drag') mouse('mouseup', point);
    touch = {mode: 'pinch', distance: apart(event.touches)};
  } else if (event.type === 'touchmove' && touch) {
    if (touch.mode === 'pinch' && event.touches.length > 1) {
      let now = apart(event.touches);
      if (Math.abs(now - touch.distance) < 12) return;
      let middle = {
        clientX: (event.touches[0].clientX + event.touches[1].clientX) / 2,
        clientY: (event.touches[0].clientY + event.touches[1].clientY) / 2
      };
      mouse('mousemove', middle);
      Module._warplens_scroll(0, now > touch.distance ? 1 : -1);
      warplensWake();
      touch.distance = now;
      return;
    }
    let slack = 8;
    let x = point.clientX - touch.x, y = point.clientY - touch.y;
    if (touch.mode === 'tap' && Math.hypot(x, y) > slack) {
      touch.mode = Math.abs(y) > Math.abs(x) && Module._warplens_scrolls() ? 'scroll' : 'drag';
      if (touch.mode === 'drag') mouse('mousedown', {clientX: touch.x, clientY: touch.y});
    }
    if (touch.mode === 'scroll') {
      Module._warplens_scroll(0, y / scrollStep);
      warplensWake();
      touch.y = point.clientY;
      touch.x = point.clientX;
    } else if (touch.mode !== 'tap') {
      mouse('mousemove', point);
    }
  } else if (touch && event.touches.length === 0) {
    clearTimeout(touch.timer);
    // A tap on the picture points at something, and what a resting finger has shown can be read. After everything else nothing is
    // pointed at, and no tip stays.
    let stays = touch.mode === 'hover';
    if (touch.mode === 'tap') {
      let points = Module._warplens_points();  // before the tap, which may close a dialog over the picture
      mouse('mousedown', point);
      // A frame sees either the press or the release.
      setTimeout(function() {
        if (!points || !Module._warplens_points()) setTimeout(leave, 140);
        mouse('mouseup', point);
      }, 60);
      setTimeout(function() { showKeyboard(point); }, 200);
      stays = true;
    }
    if (touch.mode === 'drag') mouse('mouseup', point);
    if (!stays) setTimeout(leave, 200);
    touch = null;
  }
}
