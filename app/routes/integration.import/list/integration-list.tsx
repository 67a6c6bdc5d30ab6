import { formatCount } from '~/engine/texts/format-count';
import { useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '~/components/ui/button';
import { useHydrated } from '~/components/ui/use-hydrated';
import { IntegrationOption } from './integration-option';
import { ListSearch } from './search';
import type { ListPage } from './page.server';
import {
  type ListState,
  type ListView,
  readPlaces,
  readState,
  statuses,
  wholeList,
  writeView,
} from './state';
import { SelectionButtons } from './selection-buttons';

interface IntegrationListProps {
  page: ListPage;
  state: ListState;
  setState: (state: ListState) => void;
  /** The URL of the form, without what it shows of the list. */
  address: string;
}

/** A page of the integrations of a file, with a search, and buttons that select of all pages. */
export function IntegrationList({ page, state, setState, address }: IntegrationListProps) {
  // Once the page is here, other data may still be on its way.
  const isPending = useNavigation().state === 'submitting';
  const hydrated = useHydrated();
  const { rows, pages } = page;
  const found = readPlaces(page.found);
  const total = statuses.reduce((sum, status) => sum + state[status].length, 0);
  const offered = state.new.length + state.changed.length;
  const heading = useFocusOfNewPage(page);
  const urlOf = (view: ListView) => `${address}${writeView(view)}#list`;
  return (
    <section id="list" aria-labelledby="list-heading" className="flex scroll-mt-20 flex-col gap-4">
      <h2 id="list-heading" ref={heading} tabIndex={-1} className="rounded-sm text-base font-medium">
        Integrations in the file
      </h2>
      {total > 10 ? (
        <ListSearch state={state} action={urlOf(wholeList)} isPending={isPending} />
      ) : (
        // Enter in a check box sends a form by its first button: this one changes nothing.
        <button type="submit" name="page" value="1" formAction={urlOf(wholeList)} hidden>
          Show the list
        </button>
      )}
      {offered > 1 && (
        <SelectionButtons
          state={state}
          found={found}
          total={total}
          setState={setState}
          action={urlOf(state.view)}
        />
      )}
      <output className="text-ink-muted">
        {describeShown(state, { found: found.length, total, pages })}
      </output>
      {rows.length > 0 && (
        <ul
          aria-label="Integrations in the file"
          aria-busy={isPending || undefined}
          className="divide-y divide-line rounded-lg border border-line bg-surface-raised"
        >
          {rows.map((integration) => (
            <IntegrationOption
              key={`${integration.place} ${integration.status}`}
              integration={integration}
              state={state}
              isPending={isPending}
            />
          ))}
        </ul>
      )}
      {pages > 1 && <PageButtons view={state.view} {...{ pages, urlOf, isPending }} />}
      {offered > 0 && (
        <output className="font-medium">
          {formatCount(state.selected.length)} of {formatCount(offered)}{' '}
          {hydrated ? 'selected' : 'were selected when this page was opened'}
        </output>
      )}
    </section>
  );
}

/** Returns a heading that gets the focus when another page follows in the same list. */
function useFocusOfNewPage(page: ListPage) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(page);
  useEffect(() => {
    const [before, now] = [readState(last.current.state).view, readState(page.state).view];
    last.current = page;
    const isSameList = before.search === now.search && before.status === now.status;
    if (isSameList && before.page !== now.page) heading.current?.focus();
  }, [page]);
  return heading;
}

function PageButtons({
  view,
  pages,
  urlOf,
  isPending,
}: {
  view: ListView;
  pages: number;
  urlOf: (view: ListView) => string;
  isPending: boolean;
}) {
  const { page } = view;
  const button = (to: number, text: string) => (
    <Button
      type="submit"
      name="page"
      value={to}
      formAction={urlOf({ ...view, page: to })}
      pending={isPending}
    >
      {text}
    </Button>
  );
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-3">
      {page > 1 && button(page - 1, 'Previous page')}
      <span className="text-ink-muted max-sm:order-first max-sm:basis-full">
        Page {page} of {pages}
      </span>
      {page < pages && button(page + 1, 'Next page')}
    </nav>
  );
}

function describeShown(
  { view }: ListState,
  { found, total, pages }: { found: number; total: number; pages: number },
): string {
  const isNarrowed = view.search !== '' || view.status !== '';
  const integrations = total === 1 ? 'integration' : 'integrations';
  const counted = isNarrowed ? `${formatCount(found)} of ` : '';
  const paged = pages > 1 ? `, page ${view.page} of ${pages}` : '';
  return `${counted}${formatCount(total)} ${integrations}${paged}`;
}
