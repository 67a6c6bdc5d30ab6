/** What was opened gets the focus once it is drawn: its fold opens, and the next Tab leads into it. */
export function focusOpened(anchor: string): void {
  requestAnimationFrame(() => {
    const fold = document.getElementById(anchor)?.closest('details');
    if (!fold) return;
    fold.open = true;
    // The user may be in one of its fields already before it is drawn.
    if (fold.contains(document.activeElement)) return;
    fold.querySelector('summary')?.focus({ preventScroll: true });
    fold.scrollIntoView({ block: 'nearest' });
  });
}
