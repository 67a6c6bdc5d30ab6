import { Link } from '@remix-run/react';
import { ChevronDown } from '~/components/icons/icons';
import { shortenId } from '~/components/log/short-id';
import { useNextLocation } from '~/components/network/use-next-location';
import { Spinner } from '~/components/ui/spinner';
import { useHydrated } from '~/components/ui/use-hydrated';
import { executionAnchor, type LogQuery, logUrl, readNextQuery, toggleDetails } from '../filters/log-url';

interface DetailsLinkProps {
  id: string;
  view: LogQuery;
  isOpen: boolean;
}

/** The address names the open details, so that they work without script and a refresh reads only their logs. */
export function DetailsLink({ id, view, isOpen }: DetailsLinkProps) {
  const hydrated = useHydrated();
  // The view that is being loaded counts, so that a user who opens two in a row gets both.
  const next = readNextQuery(view, useNextLocation());
  const address = logUrl(toggleDetails(next, id));
  const pending = next !== view && next.open.includes(id) !== isOpen;
  return (
    <Link
      // Without script the page loads anew and the anchor keeps the user's place; with script nothing may move.
      to={hydrated ? address : `${address}#${executionAnchor(id)}`}
      replace
      preventScrollReset
      aria-expanded={isOpen}
      aria-controls={isOpen ? `details-${id}` : undefined}
      className="group/details -mr-1.5 flex min-h-8 min-w-7 items-center justify-end gap-1.5 rounded-sm px-1.5 text-[0.8125rem] font-medium text-ink-muted -outline-offset-2! hover:text-ink"
    >
      <span className="max-lg:sr-only">Details</span>
      <span className="sr-only"> of execution {shortenId(id)}</span>
      {pending ? (
        <Spinner />
      ) : (
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 -rotate-90 transition-transform group-aria-expanded/details:rotate-0"
        />
      )}
    </Link>
  );
}
