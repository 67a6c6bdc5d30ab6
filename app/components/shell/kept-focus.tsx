import { useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useKeptTyping } from '../network/kept-typing';

/**
 * Leaves nobody at the top of a page whose field or button goes, or is drawn anew, with the response to what was sent: the
 * focus goes to what stands in its place, to the title of its card, or to the page's content. What was typed before a session
 * was over comes back here, too.
 */
export function KeptFocus() {
  const { state } = useNavigation();
  useKeptTyping();
  const place = useRef<Place>(undefined);
  useEffect(() => {
    if (state === 'submitting') {
      place.current = notePlace();
      return;
    }
    const { current } = place;
    // After those who know a better place: dialogs, and the editor's form.
    if (current) requestAnimationFrame(() => focusAgain(current));
    if (state === 'idle') place.current = undefined;
  }, [state]);
  return null;
}

interface Place {
  /** The page's address. */
  pathname: string;
  id: string;
  card: Element | null;
}

function notePlace(): Place | undefined {
  const { activeElement: focused } = document;
  if (!focused || focused === document.body) return undefined;
  return { pathname: window.location.pathname, id: focused.id, card: focused.closest('section') };
}

/** Unless the user went on meanwhile, or the response led to another page. */
function focusAgain({ pathname, id, card }: Place): void {
  if (window.location.pathname !== pathname) return;
  const title = card?.isConnected ? card.querySelector('h2') : null;
  title?.setAttribute('tabindex', '-1');
  for (const element of [document.getElementById(id), title, document.getElementById('content')]) {
    if (document.activeElement !== document.body) return;
    element?.focus({ preventScroll: true });
  }
}
