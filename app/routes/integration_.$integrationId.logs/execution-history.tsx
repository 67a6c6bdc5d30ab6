import { useNavigation } from '@remix-run/react';
import { ScrollText } from 'lucide-react';
import { Badge } from '~/components/ui/badge';
import { Card } from '~/components/ui/card';
import { joinClassNames } from '~/components/ui/class-names';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { Spinner } from '~/components/ui/spinner';
import type { ListedExecution } from '~/db/execution-logs';
import { ExecutionRow } from './execution-row';
import { describeStatus } from './execution-status';
import { type LogView, logsPath } from './log-address';
import type { ShownExecution } from './shown-execution';

interface ExecutionHistoryProps {
  view: LogView;
  executions: ListedExecution[];
  /** Of the open ones, by id. */
  details: Record<string, ShownExecution>;
  total: number;
  hasOlder: boolean;
}

export function ExecutionHistory({ view, executions, details, total, hasOlder }: ExecutionHistoryProps) {
  const path = logsPath(view.integrationId);
  const { location } = useNavigation();
  // Another page of the list is on its way; a refresh of this one leaves everything as it is.
  const loading =
    location?.pathname === path && new URLSearchParams(location.search).get('before') !== view.before;
  const count = `${total.toLocaleString('en')} ${total === 1 ? 'execution' : 'executions'}`;
  const [latest] = executions;
  return (
    <Card
      flush
      title="Live Execution History"
      actions={
        <>
          {loading && <Spinner label="Loading executions" />}
          <Badge>{count}</Badge>
        </>
      }
    >
      <output className="sr-only">
        {count}
        {latest && !view.before && `. Latest: ${describeStatus(latest.status)}`}
      </output>
      {latest ? (
        <ul aria-busy={loading} className={joinClassNames('divide-y divide-line', loading && 'opacity-60')}>
          {executions.map((execution) => (
            <ExecutionRow
              key={execution.id}
              execution={execution}
              details={details[execution.id] ?? null}
              view={view}
            />
          ))}
        </ul>
      ) : (
        <NoExecutions view={view} />
      )}
      {(view.before || hasOlder) && (
        <nav
          aria-label="Pages"
          className="flex flex-wrap justify-center gap-3 border-t border-line px-5 py-4 sm:px-6"
        >
          {view.before && <LinkButton to={path}>Newest executions</LinkButton>}
          {latest && hasOlder && (
            <LinkButton to={`${path}?before=${executions.at(-1)?.id}`}>Older executions</LinkButton>
          )}
        </nav>
      )}
    </Card>
  );
}

function NoExecutions({ view }: { view: LogView }) {
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
