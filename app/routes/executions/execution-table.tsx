import { Link } from '@remix-run/react';
import { describeStatus, inkOfNote, StatusIcon } from '~/components/integration/status-labels';
import { nameTrigger } from '~/components/integration/trigger-names';
import { DayTime } from '~/components/time/day-time';
import { formatDuration } from '~/components/time/time-format';
import { type ShownWait, WaitText } from '~/components/time/wait-text';
import { type Column, Table } from '~/components/ui/table';
import type { OrganizationExecution } from '~/services/executions/organization-executions';

/** An execution, with the reason when it waits before a call. */
type ListedExecution = OrganizationExecution & { wait: ShownWait | null };

const columns: Column<ListedExecution>[] = [
  {
    key: 'integration',
    header: 'Integration',
    isRowHeader: true,
    cell: nameIntegration,
    width: 'lg:w-[23%]',
  },
  { key: 'status', header: 'Status', cell: tellStatus, width: 'lg:w-[29%]' },
  { key: 'trigger', header: 'Trigger', isShort: true, cell: tellTrigger, width: 'lg:w-[14%]' },
  {
    key: 'at',
    header: 'Started',
    isShort: true,
    cell: ({ startedAt }) => <DayTime at={startedAt} />,
    width: 'lg:w-[17%]',
  },
  {
    key: 'duration',
    header: 'Duration',
    align: 'end',
    isShort: true,
    cell: ({ duration }) => (duration === null ? '–' : formatDuration(duration)),
    width: 'lg:w-[9%]',
  },
  { key: 'log', header: 'Log', align: 'end', isShort: true, cell: linkLog, width: 'lg:w-[8%]' },
];

export function ExecutionTable({ executions }: { executions: ListedExecution[] }) {
  return <Table caption="Executions" columns={columns} rows={executions} rowKey={({ id }) => id} />;
}

function nameIntegration({ integrationId, integrationName }: ListedExecution) {
  return (
    <Link
      to={`/integration/${integrationId}/logs`}
      className="wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {integrationName}
    </Link>
  );
}

/** Shows the status with the most telling text: the error, the note or the wait. */
function tellStatus({ status, errorMessage, note, wait }: ListedExecution) {
  const shown = wait ? 'waiting' : status;
  return (
    <span className="flex items-start gap-2 max-sm:flex-row-reverse">
      <StatusIcon status={shown} note={note} />
      <span className="min-w-0 wrap-anywhere">
        <span className="lg:whitespace-nowrap">{describeStatus(shown, note)}</span>
        {errorMessage && <span className="line-clamp-3 text-bad-ink">{errorMessage}</span>}
        {!errorMessage && note && <span className={`line-clamp-2 ${inkOfNote(note)}`}>{note}</span>}
        {wait && (
          <span className="block text-ink-muted">
            <WaitText {...wait} />
          </span>
        )}
      </span>
    </span>
  );
}

function tellTrigger({ triggerType, isTest }: ListedExecution) {
  return isTest ? `${nameTrigger(triggerType)}, test` : nameTrigger(triggerType);
}

function linkLog({ id, integrationId, integrationName, startedAt }: ListedExecution) {
  return (
    <Link
      to={`/integration/${integrationId}/logs?${new URLSearchParams({ execution: id })}`}
      className="font-medium text-accent-ink underline decoration-accent-ink/35 underline-offset-4 hover:decoration-current"
    >
      View
      <span className="sr-only">
        {' '}
        the log of {integrationName}, <DayTime at={startedAt} />
      </span>
    </Link>
  );
}
