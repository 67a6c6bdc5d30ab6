import { useEffect, useState } from 'react';

const visibleMs = 5000;

/** Returns true for five seconds after `subject` last changed; without script it stays true. */
export function useVisibleFor(subject: unknown): boolean {
  const [hidden, setHidden] = useState<unknown>();

  useEffect(() => {
    if (subject === undefined) return;
    const timer = setTimeout(() => setHidden(subject), visibleMs);
    return () => clearTimeout(timer);
  }, [subject]);

  return subject === undefined || hidden !== subject;
}
