import { formatCount } from '~/engine/texts/format-count';
import { useNavigation } from '@remix-run/react';
import { Download, ScrollText } from '~/components/icons/icons';
import { Badge } from '~/components/ui/badge';
import { Card } from '~/components/ui/card';
import { ReloadingList } from '~/components/shell/reloading-list';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { Spinner } from '~/components/ui/spinner';
import type { ExecutionSummary } from '~/services/executions/log-schema';
import { ExecutionRow } from './execution-row';
import { type RowPreview, viewPreview, type ReplayView } from './row-preview';
import { type Retention, RetentionText } from './retention-text';
import { usePressableRows } from './use-pressable-rows';
import { describeStatus } from '~/components/integration/status-labels';
import {
  listsAllFailed,
  logFilterNames,
  logPageUrl,
  isFiltered,
  type LogQuery,
  logsPath,
} from '../filters/log-url';
import { ReplayAllFailed } from '../controls/replay-all-failed';
import { SelectionControls } from '../controls/selection-controls';
import type { ShownWait } from '~/components/time/wait-text';
import { Permitted } from '~/components/user/permitted';
import type { ExecutionView } from '../log-view/format-log';

interface ExecutionHistoryProps {
  view: LogQuery;
  executions: ExecutionSummary[];
  /** The previews of all executions, by id. */
  previews: Record<string, RowPreview>;
  /** The reasons of executions that wait before a call, by id. */
  waits: Record<string, ShownWait>;
  /** The newest replays of executions that were replayed, by the id of those. */
  replays: Record<string, ReplayView>;
  /** The ids of executions whose automatic replay is to come. */
  planned: string[];
  /** The details of open executions, by id. */
  details: Record<string, ExecutionView>;
  /** How many newer executions are not shown while some are selected. */
  newer: number;
  total: number;
  hasOlder: boolean;
  /** The URL of the table of all executions that the filter lets pass. */
  csvUrl: string;
  retention: Retention;
}

export function ExecutionHistory({
  view,
  executions,
  previews,
  waits,
  replays,
  planned,
  details,
  newer,
  total,
  hasOlder,
  csvUrl,
  retention,
}: ExecutionHistoryProps) {
  const path = logsPath(view.integrationId);
  const { location } = useNavigation();
  // Another page of the list is being loaded; a refresh of this page changes nothing here.
  const loading =
    location?.pathname === path && new URLSearchParams(location.search).get('before') !== view.before;
  const rows = usePressableRows();
  const narrowed = isFiltered(view);
  const count = `${formatCount(total)}${narrowed && hasOlder ? '+' : ''} ${total === 1 ? 'execution' : 'executions'}`;
  const [latest] = executions;
  return (
    <Card
      flush
      className="group/list [counter-reset:selected]"
      title="Live Execution History"
      actions={
        <>
          {loading && <Spinner label="Loading executions" />}
          <Badge>{count}</Badge>
          {latest && !view.only && (
            <LinkButton
              to={csvUrl}
              size="sm"
              className="-my-1"
              variant="quiet"
              icon={Download}
              reloadDocument
              download
            >
              Download CSV
            </LinkButton>
          )}
        </>
      }
    >
      <output className="sr-only">
        {count}
        {latest &&
          !view.before &&
          `. Latest: ${describeStatus(waits[latest.id] ? 'waiting' : latest.status)}`}
      </output>
      {latest && listsAllFailed(view) && <ReplayAllFailed view={view} />}
      <ReloadingList params={['before', 'execution', ...logFilterNames]}>
        {latest ? (
          <ul ref={rows} className="divide-y divide-line max-md:@container">
            {executions.map((execution) => (
              <ExecutionRow
                key={execution.id}
                execution={execution}
                preview={previews[execution.id] ?? nothing}
                wait={waits[execution.id] ?? null}
                replay={replays[execution.id] ?? null}
                isReplayPlanned={planned.includes(execution.id)}
                details={details[execution.id] ?? null}
                view={view}
              />
            ))}
          </ul>
        ) : (
          <NoExecutions view={view} />
        )}
      </ReloadingList>
      {latest && !view.only && (
        <Permitted to="run">
          <SelectionControls view={view} newer={newer} />
        </Permitted>
      )}
      {(view.only || view.before || hasOlder) && (
        <nav
          aria-label="Pages"
          className="flex flex-wrap justify-center gap-3 border-t border-line px-5 py-4 sm:px-6"
        >
          {view.only && <LinkButton to={path}>All executions</LinkButton>}
          {view.before && <LinkButton to={logPageUrl(view, null)}>Newest executions</LinkButton>}
          {latest && hasOlder && (
            <LinkButton to={logPageUrl(view, executions.at(-1)?.id ?? null)}>Older executions</LinkButton>
          )}
        </nav>
      )}
      <RetentionText {...retention} />
    </Card>
  );
}

/** The preview of an execution that was deleted while the page was read. */
const nothing = viewPreview({ steps: [], payloadValue: null });

function NoExecutions({ view }: { view: LogQuery }) {
  if (view.before) {
    return (
      <EmptyState
        icon={ScrollText}
        headingLevel={3}
        title="No older executions"
        text="Finished executions are removed after some time."
      />
    );
  }
  if (isFiltered(view)) {
    return (
      <EmptyState
        icon={ScrollText}
        headingLevel={3}
        title="No matching executions"
        text="No execution matches all filters. Try fewer filters, or another time."
        action={<LinkButton to={logsPath(view.integrationId)}>Show all executions</LinkButton>}
      />
    );
  }
  return (
    <EmptyState
      icon={ScrollText}
      headingLevel={3}
      title="No executions yet"
      text="Deploy your integration and trigger webhook events to see execution logs here."
      action={<LinkButton to={`/integration/${view.integrationId}`}>Back to Integration Setup</LinkButton>}
    />
  );
}
