import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Says to a screen reader which page a link led to: a browser tells of pages that it loads, not of those that script draws.
 * Stands once, before the whole page: behind it, it would make a page that fills the window scroll.
 */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const known = useRef(pathname);
  const output = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (known.current === pathname || !output.current) return;
    known.current = pathname;
    // Put in anew, it is news also where the page before has the same title.
    output.current.textContent = document.title;
  }, [pathname]);
  return <output ref={output} className="sr-only" />;
}
