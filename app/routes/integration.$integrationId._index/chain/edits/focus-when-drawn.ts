// Moves the focus after a press that adds or deletes a step or a loop. Rows of a list have their own rules, which are
// loaded at the first press: see `follow-focus.ts`.

/**
 * Focuses the element that `find` returns, once it is rendered, unless the user has moved the focus since the press. That may
 * take until its script is loaded.
 */
export function focusWhenDrawn(find: () => HTMLElement | null | undefined): void {
  const { activeElement: pressed } = document;
  const hasEnded = () => {
    const { activeElement } = document;
    // When the pressed button is gone, the focus is on the body.
    if (activeElement !== pressed && activeElement !== document.body) return true;
    const element = find();
    element?.focus();
    return element;
  };
  requestAnimationFrame(() => {
    if (hasEnded()) return;
    const changes = new MutationObserver(() => hasEnded() && changes.disconnect());
    changes.observe(document.body, { childList: true, subtree: true });
  });
}
