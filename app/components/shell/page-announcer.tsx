import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** In front of the title of a page on which something is not saved. */
export const unsavedMark = '● Unsaved changes · ';

/**
 * Says to a screen reader which page a link led to: a browser tells of pages that it loads, not of those that script draws.
 * So it does with what has another title at the same path, such as the next step of several.
 * Stands once, before the whole page: behind it, it would make a page that fills the window scroll.
 */
export function PageAnnouncer() {
  const location = useLocation();
  const known = useRef<{ pathname: string; title: string }>();
  const output = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const title = document.title.replace(unsavedMark, '');
    const { pathname } = location;
    const isNews = known.current && (known.current.pathname !== pathname || known.current.title !== title);
    known.current = { pathname, title };
    // Put in anew, it is news also where the page before has the same title.
    if (isNews && output.current) output.current.textContent = title;
  }, [location]);
  return <output ref={output} className="sr-only" />;
}
