import { useNavigation } from '@remix-run/react';

/** A line at the top edge during a navigation: in its first 150 ms it has no width. */
export function ProgressBar() {
  if (useNavigation().state === 'idle') return null;
  return (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-progress bg-accent" />
  );
}
