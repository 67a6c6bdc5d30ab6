import { type Dispatch, type SetStateAction, useEffect } from 'react';

interface EarlyKeys {
  isOpen: boolean;
  type: Dispatch<SetStateAction<string>>;
  close: () => void;
}

/**
 * Adds the keys that are pressed after the palette is opened and before its field is there to the typed text: they would go to the
 * page below. Escape closes the palette.
 */
export function useEarlyKeys({ isOpen, type, close }: EarlyKeys): void {
  useEffect(() => {
    if (!isOpen) return;
    const hold = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog:modal')) return;
      if (event.key === 'Escape') close();
      else if (event.key === 'Backspace') type((typed) => typed.slice(0, -1));
      else if (event.key.length === 1) type((typed) => typed + event.key);
      else if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', hold, true);
    return () => window.removeEventListener('keydown', hold, true);
  }, [isOpen, type, close]);
}
