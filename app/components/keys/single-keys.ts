// Whether letters alone do something. Who talks to the machine, or hits keys unawares, switches them off (WCAG 2.1.4).

const name = 'editor-single-keys';

export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(name) !== 'off';
  } catch {
    // A browser may keep nothing for this site.
    return true;
  }
}

/** For this browser; the answer is false when it keeps nothing. */
export function keepSingleKeys(isOn: boolean): boolean {
  try {
    if (isOn) localStorage.removeItem(name);
    else localStorage.setItem(name, 'off');
    return true;
  } catch {
    return false;
  }
}
