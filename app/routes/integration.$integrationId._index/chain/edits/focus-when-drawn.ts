/** Moves the focus from a pressed button to what the press made, or left, once that is drawn; not from where the user went since. */
export function focusWhenDrawn(find: () => HTMLElement | null | undefined): void {
  const { activeElement: pressed } = document;
  requestAnimationFrame(() => {
    const { activeElement } = document;
    // With a button that is gone, the focus is.
    if (activeElement === pressed || activeElement === document.body) find()?.focus();
  });
}
