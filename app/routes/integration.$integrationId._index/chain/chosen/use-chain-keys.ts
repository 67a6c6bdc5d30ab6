// The editor's keyboard shortcuts. `../../editor/keys-dialog.tsx` lists them and switches single keys off.
import { useEffect } from 'react';
import { hasSingleKeys } from '~/components/keys/single-keys';
import { callAnchor } from './anchors';
import type { ChosenCall } from './chosen-call';
import { focusOpened } from './focus-opened';

/** The attributes of buttons that a key presses. */
export const pressedBy = {
  add: { 'data-key': 'n' },
  help: { 'data-key': '?' },
  test: { 'data-key': 'test' },
};

/**
 * Handles the keys: J and K open the next and the previous call, N adds one, `?` lists the keys. Ctrl or ⌘ with Enter
 * tests the open call; with Shift as well, the whole chain. Single keys work only outside fields, and none works while a
 * dialog is open.
 */
export function useChainKeys({ index, choose }: Pick<ChosenCall, 'index' | 'choose'>, count: number): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.repeat) return;
      if (document.querySelector('dialog:modal')) return;
      if (event.ctrlKey || event.metaKey) {
        const tested = event.shiftKey ? '[data-key=test]' : `[value="test:${index}"]`;
        if (event.key === 'Enter') pressButton(event, tested);
        return;
      }
      if (isTyping(event.target) || !hasSingleKeys()) return;
      const key = event.key.toLowerCase();
      const step = { j: 1, k: -1 }[key];
      if (step === undefined) {
        if (key === 'n' || key === '?') pressButton(event, `[data-key="${key}"]`);
        return;
      }
      if (count === 0) return;
      const next = Math.max(0, Math.min(index + step, count - 1));
      event.preventDefault();
      choose(next);
      focusOpened(callAnchor(next));
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [index, choose, count]);
}

function pressButton(event: Event, selector: string): void {
  const button = document.querySelector<HTMLButtonElement>(`button${selector}`);
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** Checks whether a key types text there, or chooses an option by its first letter. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
