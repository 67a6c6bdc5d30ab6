import { Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { joinClassNames } from './class-names';

interface Tab {
  to: string;
  label: string;
  isCurrent: boolean;
  count?: number;
}

interface TabsProps {
  /** The subject of the tabs, for screen readers. */
  label: string;
  items: Tab[];
  /** `underline` for the parts of a page, `segmented` for views or filters of one list. */
  kind?: 'underline' | 'segmented';
}

const kinds = {
  underline: {
    list: 'gap-6 border-b border-line',
    tab: '-mb-px border-b-2 pb-3 pt-1',
    current: 'border-accent text-ink',
    other: 'border-transparent text-ink-muted hover:border-line-strong hover:text-ink',
  },
  segmented: {
    list: 'w-fit max-w-full gap-1 max-sm:gap-0.5 rounded-md bg-surface-hover p-1',
    tab: 'rounded-sm px-3 py-1.5 max-sm:px-2',
    current: 'bg-surface-raised text-ink shadow-raised ring-1 ring-line-strong/40',
    other: 'text-ink-muted hover:text-ink',
  },
};

/**
 * A list of tabs, which are links: each has an address, and works without script and with the back button. Tabs are therefore a
 * navigation with `aria-current`, not the ARIA tab pattern, whose keys only make sense if nothing is loaded.
 */
export function Tabs({ label, items, kind = 'underline' }: TabsProps) {
  const look = kinds[kind];
  const list = useRef<HTMLUListElement>(null);
  const current = items.find(({ isCurrent }) => isCurrent)?.to;

  useEffect(() => {
    if (current) showCurrent(list.current);
  }, [current]);

  return (
    <nav aria-label={label} className="min-w-0">
      <ul
        ref={list}
        className={joinClassNames(
          'flex scroll-px-6 overflow-x-auto overflow-y-hidden [scrollbar-width:none]',
          look.list,
        )}
      >
        {items.map((item) => (
          <li key={item.to} className="shrink-0">
            <Link
              to={item.to}
              preventScrollReset
              aria-current={item.isCurrent ? 'page' : undefined}
              className={joinClassNames(
                'flex items-center gap-2 font-medium transition-colors -outline-offset-2!',
                // Without script, browsers that know this begin at the current tab, as `showCurrent` does.
                '[&[aria-current]]:[scroll-initial-target:nearest]',
                look.tab,
                item.isCurrent ? look.current : look.other,
              )}
            >
              {item.label}
              {item.count !== undefined && (
                <span className="rounded-full bg-surface-sunken px-2 text-xs tabular-nums ring-1 ring-line">
                  {item.count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to the current tab, which may be beyond the edge on a phone, with a part of the next tab beside it. */
function showCurrent(list: HTMLUListElement | null) {
  const tab = list?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!list || !tab) return;
  const edges = list.getBoundingClientRect();
  if (tab.left < edges.left) list.scrollLeft -= edges.left - tab.left + 48;
  else if (tab.right > edges.right) list.scrollLeft += tab.right - edges.right + 48;
}
