// Whether single letters are commands. Those who use speech input, or hit keys by accident, can switch them off (WCAG 2.1.4).

const name = 'editor-single-keys';

export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(name) !== 'off';
  } catch {
    // The browser may refuse storage for this site.
    return true;
  }
}

/** Keeps the choice in this browser; returns false when the browser refuses storage. */
export function keepSingleKeys(isOn: boolean): boolean {
  try {
    if (isOn) localStorage.removeItem(name);
    else localStorage.setItem(name, 'off');
    return true;
  } catch {
    return false;
  }
}
