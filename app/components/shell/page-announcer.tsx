import { useLocation } from '@remix-run/react';
import { useLayoutEffect, useRef } from 'react';
import { unsavedMark } from '../network/typed-values';

/**
 * Announces to screen readers which page a link led to: browsers announce pages that they load, not those that script renders.
 * Also announces a new title at the same path, such as the next step of several. Used once, before the whole page: behind it,
 * it would make a page that fills the window scroll.
 *
 * Another page begins at its top, also after a form that keeps the place of its own page, such as one that saves and goes on.
 */
export function PageAnnouncer() {
  const location = useLocation();
  const known = useRef<{ pathname: string; title: string }>();
  const output = useRef<HTMLOutputElement>(null);
  useLayoutEffect(() => {
    const title = document.title.replace(unsavedMark, '');
    const { pathname } = location;
    const before = known.current;
    known.current = { pathname, title };
    if (!before) return;
    const isOther = before.pathname !== pathname;
    // Remix's own scrolling comes after this: to an anchor, or back to a former place.
    if (isOther) scrollTo(0, 0);
    // Setting the text again makes it an announcement also when the previous page had the same title.
    if ((isOther || before.title !== title) && output.current) output.current.textContent = title;
  }, [location]);
  return <output ref={output} className="sr-only" />;
}
