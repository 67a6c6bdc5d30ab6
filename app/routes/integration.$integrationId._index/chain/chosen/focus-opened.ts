/** Focuses the part at an anchor once it is rendered: opens its fold, so that the next Tab leads into it. */
export function focusOpened(anchor: string): void {
  requestAnimationFrame(() => {
    const fold = document.getElementById(anchor)?.closest('details');
    if (!fold) return;
    fold.open = true;
    // The user may have entered one of its fields by then.
    if (fold.contains(document.activeElement)) return;
    const summary = fold.querySelector('summary');
    summary?.focus({ preventScroll: true });
    fold.scrollIntoView({ block: 'nearest' });
    // A part that is higher than the window would stay where it is.
    summary?.scrollIntoView({ block: 'nearest' });
  });
}
