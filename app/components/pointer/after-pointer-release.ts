/**
 * Calls `run`, which may move the page, only after the pointer is released and its click was dispatched. A press on a link
 * takes the focus from a field at once. If the page moved then, the release would miss the link.
 */
export function runAfterPointerRelease(run: () => unknown): void {
  // While the pointer, or a key on a button, is down, the pressed element matches `:active`.
  const isPressed = document.querySelector(':active') !== null;
  if (!isPressed) {
    setTimeout(run);
    return;
  }
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    setTimeout(run);
  };
  // A menu of the browser, or another window, takes the release for itself.
  for (const type of ['pointerup', 'pointercancel', 'dragend', 'keyup', 'contextmenu', 'blur'])
    window.addEventListener(type, end, { capture: true, signal: ended.signal });
}
