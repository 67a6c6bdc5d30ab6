// Where the focus goes when a press adds or deletes a step or a loop. Rows of a list have rules of their own, which come with
// the first press: see `follow-focus.ts`.

/** Moves the focus from a pressed button to what the press made, or left, once that is drawn; not from where the user went since. */
export function focusWhenDrawn(find: () => HTMLElement | null | undefined): void {
  const { activeElement: pressed } = document;
  requestAnimationFrame(() => {
    const { activeElement } = document;
    // With a button that is gone, the focus is.
    if (activeElement === pressed || activeElement === document.body) find()?.focus();
  });
}
