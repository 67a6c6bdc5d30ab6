import { type ReactNode, useEffect, useState } from 'react';

/** How long a wait must last to be felt, in milliseconds; a sign of a shorter wait would only flash. */
const delayMs = 300;

/**
 * Stands before content that loads. Once the wait is felt, `children` replace the content, and screen readers announce it. The
 * content follows, in an element `contents peer-data-felt:hidden`. It is only hidden, since the user may come back to what is
 * typed there.
 */
export function LoadingPlaceholder({ children }: { children: ReactNode }) {
  const [isFelt, setFelt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFelt(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  // Until the wait is felt, the element is out of the flow: its parent's gap would move everything that follows.
  return (
    <div className={isFelt ? 'peer' : 'peer absolute'} data-felt={isFelt || undefined}>
      <p aria-live="polite" className="sr-only">
        {isFelt && 'Loading'}
      </p>
      {isFelt && children}
    </div>
  );
}
