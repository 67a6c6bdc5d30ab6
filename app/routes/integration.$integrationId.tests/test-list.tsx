import { Form, useNavigation } from '@remix-run/react';
import { ClipboardCheck } from '~/components/icons/icons';
import { TestOutcomeBadge } from '~/components/integration/test-outcome';
import { IdText } from '~/components/log/short-id';
import { RelativeTime } from '~/components/time/relative-time';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton, TextLink } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import { Permitted, useMay } from '~/components/user/permitted';
import type { RecordedTest } from '~/services/test-runs/recorded-tests';

interface Row extends RecordedTest {
  integrationId: string;
  isRunning: boolean;
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Test',
    isRowHeader: true,
    cell: ({ id, name, integrationId }) => (
      <TextLink to={`/integration/${integrationId}/tests/${id}`}>
        <span className="wrap-anywhere">{name}</span>
      </TextLink>
    ),
  },
  {
    key: 'execution',
    header: 'Recorded from',
    cell: ({ executionId, integrationId }) => (
      <TextLink to={`/integration/${integrationId}/logs?execution=${executionId}`}>
        <IdText id={executionId} />
      </TextLink>
    ),
  },
  {
    key: 'requests',
    header: 'Requests',
    align: 'end',
    cell: ({ requests }) => <span className="tabular-nums">{requests}</span>,
  },
  {
    key: 'result',
    header: 'Last result',
    cell: ({ lastResult }) => (
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 sm:justify-start">
        <TestOutcomeBadge outcome={lastResult?.outcome ?? null} />
        {lastResult && (
          <span className="text-ink-muted">
            Version {lastResult.version}, <RelativeTime at={lastResult.at} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: ({ id, name, integrationId, isRunning }) => (
      <div className="flex flex-wrap justify-end gap-2">
        <LinkButton to={`/integration/${integrationId}/tests/${id}`} size="sm" variant="quiet">
          Details<span className="sr-only"> of {name}</span>
        </LinkButton>
        <Permitted to="run">
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="run" />
            <Button
              type="submit"
              name="test"
              value={id}
              size="sm"
              pending={isRunning}
              pendingText="Running..."
            >
              Run<span className="sr-only"> {name}</span>
            </Button>
          </Form>
        </Permitted>
      </div>
    ),
  },
];

interface TestListProps {
  integrationId: string;
  tests: RecordedTest[];
  /** The most tests that an integration may have. */
  most: number;
}

/** Lists the tests of an integration, newest first, with their results. */
export function TestList({ integrationId, tests, most }: TestListProps) {
  const mayEdit = useMay().edit;
  const sent = useNavigation().formData;
  const isRunning = sent?.get('intent') === 'run';
  const rows = tests.map((test) =>
    Object.assign({}, test, { integrationId, isRunning: isRunning && sent?.get('test') === test.id }),
  );
  return (
    <Card
      title="Tests"
      text={`${tests.length} of ${most}. They run on the newest version.`}
      actions={
        tests.length > 0 && (
          <Permitted to="run">
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="run" />
              <Button
                type="submit"
                variant="primary"
                pending={isRunning && !sent?.has('test')}
                pendingText="Running..."
              >
                Run all
              </Button>
            </Form>
          </Permitted>
        )
      }
      flush
    >
      {tests.length > 0 ? (
        <Table caption="Recorded tests" columns={columns} rows={rows} rowKey={({ id }) => id} />
      ) : (
        <EmptyState
          icon={ClipboardCheck}
          headingLevel={3}
          title="No test yet"
          text={
            mayEdit
              ? 'Open an execution in the logs that went as expected, and choose Save as test.'
              : 'Members who edit save executions from the logs as tests.'
          }
          action={mayEdit && <LinkButton to={`/integration/${integrationId}/logs`}>Open the logs</LinkButton>}
        />
      )}
    </Card>
  );
}
