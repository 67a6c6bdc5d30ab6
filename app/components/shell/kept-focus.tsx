import { useEffect, useRef } from 'react';
import { useKeptTyping, useUnsentTyping } from '../network/kept-typing';
import { useSettled } from '../network/use-sent-form';
import { findDialogLink } from '../ui/dialog';

/**
 * Keeps the keyboard focus when the response to a form removes or rerenders the focused field or button. Without this
 * component, the browser would start at the top of the page again. The focus goes to the element in its place; else to the
 * title of its card, which for a dialog is that of the link to it, or to the section where it has no title; else to the page's
 * content, which on a page with tabs is what stands below them. This component also puts back what the user typed before a
 * session ended.
 */
export function KeptFocus() {
  const isSettled = useSettled();
  useKeptTyping();
  useUnsentTyping();
  const place = useRef<Place>(undefined);
  useEffect(() => {
    // Safari does not focus the button that a mouse presses. Keys, which also click, leave the focus where it is.
    let pressed: Element | null = null;
    const notePress = ({ target, detail }: MouseEvent) => {
      pressed = detail > 0 && target instanceof Element ? target.closest('button') : null;
    };
    document.addEventListener('click', notePress, true);
    const note = ({ navigation: { state, formData } }: typeof __remixRouter.state) => {
      if (state === 'submitting' && formData && place.current?.sent !== formData)
        place.current = notePlace(formData, pressed);
    };
    // A form may have been sent before this component was loaded.
    note(__remixRouter.state);
    const unsubscribe = __remixRouter.subscribe(note);
    return () => {
      unsubscribe();
      document.removeEventListener('click', notePress, true);
    };
  }, []);
  useEffect(() => {
    const { current } = place;
    if (!current || __remixRouter.state.navigation.state === 'submitting') return;
    // Runs after dialogs and the editor's form, which know a better place for the focus.
    requestAnimationFrame(() => focusAgain(current));
    if (isSettled()) place.current = undefined;
  }, [isSettled]);
  return null;
}

interface Place {
  sent: FormData;
  /** The page's address and heading. */
  pathname: string;
  heading: string | null | undefined;
  id: string;
  card: HTMLElement | null;
}

function notePlace(sent: FormData, pressed: Element | null): Place | undefined {
  const { activeElement, body } = document;
  const focused = activeElement === body ? pressed : activeElement;
  if (!focused) return undefined;
  return {
    sent,
    pathname: window.location.pathname,
    heading: document.querySelector('h1')?.textContent,
    id: focused.id,
    // A dialog stands before the cards, and goes when its form is sent.
    card: (focused.closest('dialog') ? findDialogLink() : focused)?.closest('section') ?? null,
  };
}

/**
 * Restores the focus, unless the user went on meanwhile. On another page, it goes to what the address names there, else to the
 * page's heading. When this is still the same, as that of the organization's settings, the focus goes to the first title behind
 * the tabs.
 */
function focusAgain({ pathname, heading, id, card }: Place): void {
  const { location } = window;
  const isSamePage = location.pathname === pathname;
  const inPlace = card?.isConnected ? (card.querySelector('h2') ?? card) : null;
  const title = document.querySelector('h1');
  const panel = document.getElementById('panel');
  const behindTabs = title?.textContent === heading ? panel?.querySelector<HTMLElement>('h2') : null;
  const near = isSamePage
    ? inPlace
    : (document.getElementById(location.hash.slice(1)) ?? behindTabs ?? title);
  near?.setAttribute('tabindex', '-1');
  const places = isSamePage
    ? [document.getElementById(id), near, panel ?? document.getElementById('content')]
    : [near];
  for (const element of places) {
    if (document.activeElement !== document.body) return;
    element?.focus({ preventScroll: true });
  }
}
