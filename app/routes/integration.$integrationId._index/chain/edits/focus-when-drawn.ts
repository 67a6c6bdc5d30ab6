/**
 * Moves the focus to what a press made, or left, once that is drawn. The pressed button is gone by then, and nothing has the
 * focus: unless the user has gone on elsewhere.
 */
export function focusWhenDrawn(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) find()?.focus();
  });
}
