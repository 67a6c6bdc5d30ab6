/**
 * Calls `run`, which may move the page, only after the pointer is released and its click was dispatched. A press on a link takes
 * the focus from a field at once; if the page moved then, the press would end beside the link.
 */
export function afterPress(run: () => unknown): void {
  // A pointer that is down shows as an active element; what was pressed is active until the press ends.
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
  for (const type of ['pointerup', 'pointercancel', 'dragend'])
    window.addEventListener(type, end, { capture: true, signal: ended.signal });
}
