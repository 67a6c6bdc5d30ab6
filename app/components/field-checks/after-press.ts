/**
 * Runs what may move the page only when the pointer is up and its click has been dispatched: a press on a link takes
 * the focus from a field as it begins, and must end on the link that it began on.
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
