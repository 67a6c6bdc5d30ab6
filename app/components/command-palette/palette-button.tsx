import { useNavigate } from '@remix-run/react';
import { Search } from '~/components/icons/icons';
import { useCallback, useEffect, useState } from 'react';
import { hasSingleKeys } from '../keys/single-keys';
import { lazyPart } from '../network/lazy-part';
import { CommandPalette } from './command-palette';
import { useEarlyKeys } from './use-early-keys';
import { useMay } from '../user/permitted';

const LazyPalette = lazyPart(
  import.meta.env.SSR && CommandPalette,
  () => import('./command-palette').then((loaded) => loaded.CommandPalette),
  { without: Closed },
);

/**
 * Opens the palette, as Ctrl+K and ⌘K do. '/' moves the focus to the screen's own search, and 'n' on the dashboard begins an
 * integration, unless single keys are switched off.
 */
export function PaletteButton() {
  const navigate = useNavigate();
  const mayEdit = useMay().edit;
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const open = useCallback(() => {
    type('');
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  useEarlyKeys({ isOpen, type, close });

  useEffect(() => {
    const operate = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog:modal')) return;
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') open();
      else if (event.metaKey || event.ctrlKey || isTyping(event.target) || !hasSingleKeys()) return;
      else if (event.key === '/') focusSearch(open);
      else if (mayEdit && event.key === 'n' && window.location.pathname === '/') navigate('/integration');
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', operate);
    return () => document.removeEventListener('keydown', operate);
  }, [navigate, open, mayEdit]);

  return (
    <>
      <button
        type="button"
        title="Search or jump to (Ctrl+K)"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        className="flex h-9 w-9 items-center justify-center gap-2 rounded-md text-ink-muted hover:bg-surface-hover hover:text-ink @min-[64rem]:w-full @min-[64rem]:justify-start @min-[64rem]:overflow-hidden @min-[64rem]:border @min-[64rem]:border-line @min-[64rem]:bg-surface-raised @min-[64rem]:px-3"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="sr-only @min-[64rem]:not-sr-only @min-[64rem]:truncate!">Search or jump to …</span>
        <kbd aria-hidden className="ml-auto hidden shrink-0 text-xs @min-[64rem]:block">
          Ctrl K
        </kbd>
      </button>
      {isOpen && <LazyPalette {...{ typed, type, close }} />}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

function focusSearch(otherwise: () => void): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (field) field.focus();
  else otherwise();
}

/** Replaces the palette when its script cannot be loaded. */
function Closed({ close }: { close: () => void }) {
  useEffect(close, [close]);
  return null;
}
