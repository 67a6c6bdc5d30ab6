// Moves the focus after a press that adds or deletes a step or a loop. Rows of a list have their own rules, which are
// loaded at the first press: see `follow-focus.ts`.

/**
 * Moves the focus from a pressed button to the element that `find` returns, once that is rendered. If the user has moved
 * the focus elsewhere since, it stays there.
 */
export function focusWhenDrawn(find: () => HTMLElement | null | undefined): void {
  const { activeElement: pressed } = document;
  requestAnimationFrame(() => {
    const { activeElement } = document;
    // When the pressed button is gone, the focus is on the body.
    if (activeElement === pressed || activeElement === document.body) find()?.focus();
  });
}
