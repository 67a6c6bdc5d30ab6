import { useEffect } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';

/** Makes Ctrl-S (⌘-S on a Mac) press the button, wherever on the page the focus is, unless a dialog is open: a save would close it. */
export function useSaveKey(buttonId: string): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
      // The name field prevents the default, since it saves the name itself. A key that is held down saves only once.
      if (!isSave || event.altKey || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog:modal'))
        document.getElementById(buttonId)?.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [buttonId]);
}

/** Checks whether shortcuts are written with ⌘. Runs only in the browser. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

export function SaveKeyHint() {
  const hydrated = useHydrated();
  return (
    <kbd
      aria-hidden
      className={`-ml-1 rounded-sm border border-line px-1.5 font-mono text-[0.75rem] text-ink-muted max-sm:hidden ${hydrated ? '' : 'invisible'}`}
    >
      {hydrated && isMac() ? '⌘ S' : 'Ctrl S'}
    </kbd>
  );
}
