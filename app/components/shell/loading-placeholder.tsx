import { type ReactNode, useEffect, useState } from 'react';

/** Below this a wait is hardly felt, and a sign of it would only flash. */
const delayMs = 300;

/**
 * Stands before what is left or read anew, for as long as that takes: once the wait is felt, `children` are in its place,
 * and screen readers hear of it. What they stand for follows, in an element `contents peer-data-felt:hidden`; it is only hidden, for
 * the way may lead back to what is typed there.
 */
export function LoadingPlaceholder({ children }: { children: ReactNode }) {
  const [isFelt, setFelt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFelt(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  // Until then it is out of the flow: where it stands, its parent's gap would move all that follows.
  return (
    <div className={isFelt ? 'peer' : 'peer absolute'} data-felt={isFelt || undefined}>
      <p aria-live="polite" className="sr-only">
        {isFelt && 'Loading'}
      </p>
      {isFelt && children}
    </div>
  );
}
