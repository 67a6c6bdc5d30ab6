import { useEffect, useState } from 'react';
import { runAfterPointerRelease } from '~/components/pointer/after-pointer-release';

interface List {
  executions: { id: string }[];
}

/**
 * Returns the newest list, but while executions are selected the one that is shown: new rows would take others away with their
 * check boxes, and the next press would be for the rest. What the page is `loaded` with is shown at once. `newer`: how many
 * executions of the newest list are not shown.
 */
export function useHeldList<Loaded extends List>(loaded: Loaded, newest: Loaded) {
  const [held, setHeld] = useState({ list: newest, of: loaded });
  const shown = held.of === loaded ? held.list : loaded;
  const ids = new Set(shown.executions.map(({ id }) => id));
  const newer = newest.executions.filter(({ id }) => !ids.has(id)).length;
  useEffect(() => {
    // A row that moves under a press would lose it.
    runAfterPointerRelease(() => {
      const isSelecting = document.querySelector('[name=selected]:checked') !== null;
      if (!isSelecting || newer === 0) setHeld({ list: newest, of: loaded });
    });
  }, [loaded, newest, newer]);
  return { ...shown, newer };
}
