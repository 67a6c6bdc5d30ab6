import { IdText, ShortId } from '~/components/log/short-id';
import { DayTime } from '~/components/time/day-time';
import { TextLink } from '~/components/ui/link';
import { describeStatus } from '~/components/integration/status-labels';
import type { LogQuery } from '../filters/log-url';
import type { ExecutionView } from '../log-view/format-log';
import type { ReplayView } from './row-preview';

interface ReplayLinesProps {
  details: Pick<ExecutionView, 'replayOf' | 'automaticReplay' | 'nextReplay'>;
  /** The newest replay of the execution. */
  replay: ReplayView | null;
  view: LogQuery;
}

/** Says which execution this one repeats, which repeats it, and which automatic replay is to come. */
export function ReplayLines({
  details: { replayOf, automaticReplay, nextReplay },
  replay,
  view: { integrationId },
}: ReplayLinesProps) {
  const isAutomatic = replay !== null && replay.id === nextReplay?.executionId;
  return (
    <>
      {replayOf && (
        <p className="mt-1">
          {automaticReplay ? `Automatic replay ${count(automaticReplay)}` : 'Replay'} of execution{' '}
          {/* What is known of an automatic replay is deleted with the execution that it repeats. */}
          {automaticReplay ? (
            <ExecutionLink id={replayOf} integrationId={integrationId} />
          ) : (
            <ShortId id={replayOf} label="Execution Id" />
          )}
        </p>
      )}
      {replay && (
        <p className="mt-1">
          {isAutomatic && nextReplay ? `Replayed automatically (${count(nextReplay)})` : 'Replayed'} as
          execution <ExecutionLink id={replay.id} integrationId={integrationId} />:{' '}
          {describeStatus(replay.status)}
        </p>
      )}
      {nextReplay?.at && (
        <p className="mt-1">
          Will be replayed automatically ({count(nextReplay)}) at <DayTime at={nextReplay.at} />
        </p>
      )}
      {nextReplay?.problem && (
        <p className="mt-1 wrap-anywhere">
          Not replayed automatically ({count(nextReplay)}): {nextReplay.problem}
        </p>
      )}
    </>
  );
}

function ExecutionLink({ id, integrationId }: { id: string; integrationId: string }) {
  return (
    <TextLink to={`/integration/${integrationId}/logs?execution=${id}`}>
      <IdText id={id} />
    </TextLink>
  );
}

function count({ number, of }: { number: number; of: number }): string {
  return `${number} of ${of}`;
}
