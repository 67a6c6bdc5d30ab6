import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Stands before the title of a page with unsaved changes. */
export const unsavedMark = '● Unsaved changes · ';

/**
 * Announces to screen readers which page a link led to: browsers announce pages that they load, not those that script renders.
 * Also announces a new title at the same path, such as the next step of several. Used once, before the whole page: behind it,
 * it would make a page that fills the window scroll.
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
    // Setting the text again makes it an announcement also when the previous page had the same title.
    if (isNews && output.current) output.current.textContent = title;
  }, [location]);
  return <output ref={output} className="sr-only" />;
}
