import { formatCount } from '~/engine/texts/format-count';
import { ClipboardCheck, FlaskConical } from '~/components/icons/icons';
import { nameTrigger } from '~/components/integration/trigger-names';
import { IdText } from '~/components/log/short-id';
import { Milliseconds } from '~/components/time/milliseconds';
import { RelativeTime } from '~/components/time/relative-time';
import { WaitText } from '~/components/time/wait-text';
import { Badge } from '~/components/ui/badge';
import { CopyButton } from '~/components/ui/copy-button';
import { LinkButton } from '~/components/ui/link';
import type { ExecutionSummary } from '~/services/executions/log-schema';
import { ReplayLines } from './replay-lines';
import type { ReplayView } from './row-preview';
import {
  CancelReplayButton,
  ConfirmButton,
  ContinueButton,
  ReplayButtons,
} from '../controls/execution-controls';
import { ShareButtons } from '../controls/share-buttons';
import { errorAnchor, type LogQuery } from '../filters/log-url';
import type { ExecutionView } from '../log-view/format-log';
import { describeStatus, inkOfNote } from '~/components/integration/status-labels';
import { useMay } from '~/components/user/permitted';

interface OpenedHeaderProps {
  execution: ExecutionSummary;
  /** The status as the execution's row shows it. */
  status: string;
  details: ExecutionView;
  replay: ReplayView | null;
  view: LogQuery;
}

/** The header of an open execution: its full id and status, and the actions on it. */
export function OpenedHeader({ execution, status, details, replay, view }: OpenedHeaderProps) {
  const may = useMay();
  const { id, triggerType, isTest, startedAt, duration, errorMessage } = execution;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-96">
        <div className="flex items-start gap-1">
          <h3 className="font-medium wrap-anywhere">
            Execution Id: <IdText id={id} /> - {describeStatus(status, details.note)}
            {status === 'completed' && details.failedItems !== null && `; ${details.failedItems}`}
          </h3>
          <span className="-my-1.5">
            <CopyButton label="Execution Id" text={id} />
          </span>
        </div>
        {errorMessage && (
          <div id={errorAnchor(id)} className="mt-1 flex scroll-mt-16 items-start gap-1">
            <p className="wrap-anywhere whitespace-pre-line text-bad-ink">
              <span className="font-medium">Error Details:</span> {errorMessage}
            </p>
            <span className="-my-1.5">
              <CopyButton label="Error Details" text={errorMessage} />
            </span>
          </div>
        )}
        {details.note && <p className={`mt-1 wrap-anywhere ${inkOfNote(details.note)}`}>{details.note}</p>}
        <ReplayLines details={details} replay={replay} view={view} />
        {details.waits && (
          <p className="mt-1 wrap-anywhere">
            Waits: <WaitText {...details.waits} />
          </p>
        )}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
          <Badge>{nameTrigger(triggerType)}</Badge>
          {details.deliveries !== null && <span>Delivered {formatCount(details.deliveries)} times</span>}
          {isTest && <Badge tone="accent">Test</Badge>}
          <RelativeTime at={startedAt} />
          <Milliseconds value={duration} />
        </p>
      </div>
      {/* On a phone, buttons without icons share a row, where they fit, and fill it. */}
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&_:is(a,button)]:grow max-sm:[&_:is(a,button)]:px-2 max-sm:[&_svg:not(.animate-spin)]:hidden">
        {details.callWaits.some(({ until }) => until !== null) && (
          <ContinueButton execution={execution} view={view} />
        )}
        {details.asksForSubscription && <ConfirmButton execution={execution} view={view} />}
        <ReplayButtons
          execution={execution}
          view={view}
          hasFailedItems={details.loops.some(({ failed }) => failed > 0)}
        />
        {details.nextReplay?.at && <CancelReplayButton execution={execution} view={view} />}
        {may.run && details.triggerData && (
          <LinkButton size="sm" icon={FlaskConical} to={`/integration/${view.integrationId}/deploy?of=${id}`}>
            Test with this data
          </LinkButton>
        )}
        {may.edit && (status === 'completed' || status === 'error') && (
          <LinkButton
            size="sm"
            icon={ClipboardCheck}
            to={`/integration/${view.integrationId}/tests?record=${id}`}
          >
            Save as test…
          </LinkButton>
        )}
        <ShareButtons id={id} view={view} />
      </div>
    </div>
  );
}
