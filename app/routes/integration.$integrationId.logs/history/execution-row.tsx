import { Link, useNavigation } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { nameTrigger } from '~/components/integration/trigger-names';
import { Milliseconds } from '~/components/time/milliseconds';
import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { buttonClassName } from '~/components/ui/button';
import { joinClassNames } from '~/components/ui/class-names';
import { Spinner } from '~/components/ui/spinner';
import type { ExecutionSummary } from '~/services/executions/log-schema';
import { CancelButton, ReplayButtons } from '../controls/execution-controls';
import { ExecutionDetails } from '../details/execution-details';
import { describeStatus, StatusIcon } from '../filters/status-labels';
import { SelectionBox } from '../controls/selection-controls';
import { ShareButtons } from '../controls/share-buttons';
import { logUrl, executionAnchor, type LogQuery, readNextQuery, toggleDetails } from '../filters/log-url';
import type { ExecutionView } from '../log-view/format-log';

export interface ExecutionRowProps {
  execution: ExecutionSummary;
  /** Null while closed. */
  details: ExecutionView | null;
  view: LogQuery;
}

export function ExecutionRow({ execution, details, view }: ExecutionRowProps) {
  const { id, status, triggerType, isTest, startedAt, duration, errorMessage, hasDetails } = execution;
  return (
    <li id={executionAnchor(id)} className="scroll-mt-20 px-5 py-4 sm:px-6">
      <div className="flex gap-3">
        {!view.only && <SelectionBox id={id} />}
        <StatusIcon status={status} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1 basis-72">
              <h3 className="font-medium wrap-anywhere">
                Execution Id: <span className="font-mono text-[0.8125rem]">{id}</span> -{' '}
                {describeStatus(status)}
              </h3>
              {errorMessage && <p className="mt-1 wrap-anywhere text-bad-ink">{errorMessage}</p>}
              <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
                <Badge>{nameTrigger(triggerType)}</Badge>
                {isTest && <Badge tone="accent">Test</Badge>}
                <RelativeTime at={startedAt} />
              </p>
            </div>
            <div className="flex items-center gap-4">
              <Milliseconds value={duration} />
              <CancelButton execution={execution} view={view} />
              {hasDetails && !view.only && <DetailsLink id={id} view={view} isOpen={details !== null} />}
            </div>
          </div>
        </div>
      </div>
      {details && (
        <div id={`details-${id}`} className="mt-4 flex flex-col gap-field sm:ml-8">
          <div className="flex flex-wrap gap-2">
            <ReplayButtons execution={execution} view={view} />
            <ShareButtons id={id} view={view} />
          </div>
          <ExecutionDetails details={details} />
        </div>
      )}
    </li>
  );
}

/** The open details stand in the address: they work without script, and a refresh reads only what is looked at. */
function DetailsLink({ id, view, isOpen }: { id: string; view: LogQuery; isOpen: boolean }) {
  const hydrated = useHydrated();
  const { location } = useNavigation();
  // What is being loaded counts, so that a user who opens two in a row gets both.
  const next = readNextQuery(view, location);
  const address = logUrl(toggleDetails(next, id));
  const pending = next !== view && next.open.includes(id) !== isOpen;
  return (
    <Link
      // Without script the page is loaded anew and should begin where the person was; with it nothing may move.
      to={hydrated ? address : `${address}#${executionAnchor(id)}`}
      replace
      preventScrollReset
      aria-expanded={isOpen}
      aria-controls={isOpen ? `details-${id}` : undefined}
      className={joinClassNames(buttonClassName('secondary', 'sm'), 'group/details')}
    >
      Details<span className="sr-only"> of execution {id}</span>
      {pending ? (
        <Spinner />
      ) : (
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 transition-transform group-aria-expanded/details:rotate-180"
        />
      )}
    </Link>
  );
}
