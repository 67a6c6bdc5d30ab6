import { formatCount } from '~/engine/texts/format-count';
import { Link } from '@remix-run/react';
import { CircleCheck, CircleX, Repeat2 } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { joinClassNames } from '~/components/ui/class-names';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { Spinner } from '~/components/ui/spinner';
import { useHydrated } from '~/components/ui/use-hydrated';
import { itemsUrl, type LogQuery } from '../filters/log-url';
import type { ItemView, LoopView } from '../log-view/loops-view';

interface LoopLineProps {
  executionId: string;
  loop: LoopView;
  view: LogQuery;
  /** Whether one of the loop's calls is the chosen one. */
  isChosen: boolean;
  /** Returns the lines of an item's calls and conditional steps. */
  listLines: (index: number) => ReactNode;
}

/** Shows a loop as one line that opens: a page of its items, each with its calls. */
export function LoopLine({ executionId, loop, view, isChosen, listLines }: LoopLineProps) {
  const { id, title, summary, status, error, items, noItems } = loop;
  const isAsked = view.items?.of === executionId && view.items.loop === id;
  return (
    <li id={anchor(executionId, id)}>
      <details open={isAsked || isChosen} className="rounded-md">
        <summary className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-0.5 rounded-md px-2 py-1.5 -outline-offset-2! hover:bg-surface-hover">
          <DetailsChevron className="size-4" />
          <Repeat2 aria-hidden className="size-4 shrink-0 text-info" />
          <span className="min-w-0 font-medium wrap-anywhere">{title}:</span>
          <span
            className={joinClassNames(
              'min-w-0 text-[0.8125rem] tabular-nums',
              status === 'error' ? 'text-bad-ink' : 'text-ink-muted',
            )}
          >
            {summary}
          </span>
          {status === 'running' && <Spinner label="In progress" className="size-4" />}
        </summary>
        {error && <p className="px-2 py-1 text-[0.8125rem] wrap-anywhere text-bad-ink">{error}</p>}
        <div className="border-l-3 border-info/60 pl-2">
          <ItemFilter executionId={executionId} loop={loop} view={view} />
          {items.length === 0 && <p className="px-2 py-1.5 text-[0.8125rem] text-ink-muted">{noItems}</p>}
          <ol aria-label={`Items of ${title}`} className="flex flex-col">
            {items.map((item) => (
              <li key={item.index} className="border-b border-line py-1 last:border-b-0">
                <ItemHead item={item} />
                <ol aria-label={`Calls of ${item.name}`}>{listLines(item.index)}</ol>
              </li>
            ))}
          </ol>
          <ItemPages executionId={executionId} loop={loop} view={view} />
        </div>
      </details>
    </li>
  );
}

function ItemHead({ item: { name, status, error } }: { item: ItemView }) {
  return (
    <p className="flex items-start gap-2 px-2 py-0.5 text-[0.8125rem] font-medium">
      <span className="flex h-5 items-center">
        {status === 'running' && <Spinner label="In progress" className="size-3.5" />}
        {status === 'success' && <CircleCheck aria-label="Ended well" className="size-3.5 text-good" />}
        {status === 'error' && <CircleX aria-label="Failed" className="size-3.5 text-bad" />}
      </span>
      <span className="min-w-0 wrap-anywhere">
        {name}
        {error && <span className="font-normal text-bad-ink">: {error}</span>}
      </span>
    </p>
  );
}

type PartProps = Pick<LoopLineProps, 'executionId' | 'loop' | 'view'>;

/** The links that show all items, or only those that failed. */
function ItemFilter({ executionId, loop: { id, failed, page, title }, view }: PartProps) {
  if (failed === 0 && !page.failedOnly) return null;
  const choices = [
    { failedOnly: false, text: 'All items' },
    { failedOnly: true, text: `Failed only (${formatCount(failed)})` },
  ];
  return (
    <ul aria-label={`Shown items of ${title}`} className="flex flex-wrap gap-x-3 px-2 text-[0.8125rem]">
      {choices.map(({ failedOnly, text }) => (
        <li key={text}>
          <ItemLink
            view={view}
            items={{ of: executionId, loop: id, item: 1, failedOnly }}
            isCurrent={page.failedOnly === failedOnly}
          >
            {text}
          </ItemLink>
        </li>
      ))}
    </ul>
  );
}

function ItemPages({ executionId, loop: { id, page, title }, view }: PartProps) {
  const { failedOnly, previous, next } = page;
  if (previous === null && next === null) return null;
  const about = { of: executionId, loop: id, failedOnly };
  return (
    <nav aria-label={`Pages of ${title}`} className="flex flex-wrap gap-x-3 px-2 text-[0.8125rem]">
      {previous !== null && (
        <ItemLink view={view} items={{ ...about, item: previous }}>
          Earlier items
        </ItemLink>
      )}
      {next !== null && (
        <ItemLink view={view} items={{ ...about, item: next }}>
          Later items
        </ItemLink>
      )}
    </nav>
  );
}

interface ItemLinkProps {
  view: LogQuery;
  items: NonNullable<LogQuery['items']>;
  isCurrent?: boolean;
  children: ReactNode;
}

function ItemLink({ view, items, isCurrent, children }: ItemLinkProps) {
  const hydrated = useHydrated();
  const address = itemsUrl(view, items);
  return (
    <Link
      // Without script the page loads anew and the anchor keeps the user's place; with script nothing may move.
      to={hydrated ? address : `${address}#${anchor(items.of, items.loop)}`}
      replace
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      className="flex min-h-8 items-center rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current aria-current:font-medium aria-current:no-underline"
    >
      {children}
    </Link>
  );
}

function anchor(executionId: string, loopId: string): string {
  return `loop-${executionId}-${loopId}`;
}
