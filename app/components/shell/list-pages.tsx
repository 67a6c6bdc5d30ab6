import { useLocation } from '@remix-run/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { LinkButton } from '../ui/link';

interface ListPagesProps {
  links: { to: string; label: string }[];
}

/**
 * The links to the other pages of the list in a card. A click moves the focus to the card's title, so that a screen reader says
 * where it is, and Tab leads to the first row. At the end of the list nothing would tell the user that the rows are others.
 */
export function ListPages({ links }: ListPagesProps) {
  const nav = useRef<HTMLElement>(null);
  /** The query of the page on which the user followed a link. */
  const turnedFrom = useRef<string>();
  const { search } = useLocation();

  useEffect(() => {
    if (turnedFrom.current === undefined || turnedFrom.current === search) return;
    turnedFrom.current = undefined;
    const title = nav.current?.closest('section')?.querySelector('h2');
    if (!title) return;
    title.tabIndex = -1;
    title.focus();
  }, [search]);

  const noteTurn = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const opensHere = button === 0 && !ctrlKey && !metaKey && !shiftKey;
    turnedFrom.current = opensHere ? search : undefined;
  };
  if (links.length === 0) return null;
  return (
    <nav
      ref={nav}
      aria-label="Pages"
      className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 sm:px-6"
    >
      {links.map(({ to, label }) => (
        <LinkButton key={label} to={to} preventScrollReset onClick={noteTurn}>
          {label}
        </LinkButton>
      ))}
    </nav>
  );
}

/** Lists the links of a list with its newest row first. `older`: the address of the next page; null on the last one. */
export function listNewestAndOlder(first: string, isFirstPage: boolean, older: string | null) {
  return [
    ...(isFirstPage ? [] : [{ to: first, label: 'Newest' }]),
    ...(older === null ? [] : [{ to: older, label: 'Older' }]),
  ];
}
