import { useEffect, useState } from 'react';

/** Returns true for `durationMs` milliseconds after `subject` last changed; without script it stays true. */
export function useVisibleFor(durationMs: number, subject: unknown): boolean {
  const [hidden, setHidden] = useState<unknown>();

  useEffect(() => {
    if (subject === undefined) return;
    const timer = setTimeout(() => setHidden(subject), durationMs);
    return () => clearTimeout(timer);
  }, [durationMs, subject]);

  return subject === undefined || hidden !== subject;
}
