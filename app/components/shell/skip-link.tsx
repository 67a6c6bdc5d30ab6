import type { MouseEvent } from 'react';

/**
 * The first stop of the Tab key: a link past the top bar, to `<main id="content">`, or to the element with the id `to`, where
 * the content begins with links to other screens.
 */
export function SkipLink({ to = 'content' }: { to?: string | undefined }) {
  return (
    <a
      href={`#${to}`}
      onClick={skip}
      className="fixed top-3 left-4 z-50 -translate-y-32 rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0 focus:shadow-overlay"
    >
      Skip to content
    </a>
  );
}

/** Moves the focus without the router, which would scroll back there after the next press of Tab. */
function skip(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus({ preventScroll: true });
  target.scrollIntoView();
}
