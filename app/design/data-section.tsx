import { Trash2 } from '~/components/icons/icons';
import { JsonView } from '~/components/json/json-view';
import { MethodBadge } from '~/components/http/method-badge';
import { RelativeTime } from '~/components/time/relative-time';
import { StatusCodeBadge } from '~/components/http/status-code-badge';
import { formatDuration } from '~/components/time/time-format';
import { Badge } from '~/components/ui/badge';
import { Button, IconButton } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { CodeBlock } from '~/components/ui/code-block';
import { DefinitionList } from '~/components/ui/definition-list';
import { LinkButton } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import { Samples, Section } from './section';

const calls = [
  {
    id: 1,
    name: 'Create issue',
    method: 'POST',
    status: 201,
    durationMs: 187,
    startedAt: '2026-03-09T14:05:09.123Z',
  },
  {
    id: 2,
    name: 'Read issue',
    method: 'GET',
    status: 304,
    durationMs: 42,
    startedAt: '2026-03-09T14:05:09.400Z',
  },
  {
    id: 3,
    name: 'Replace label',
    method: 'PUT',
    status: 404,
    durationMs: 1260,
    startedAt: '2026-03-09T13:59:00.000Z',
  },
  {
    id: 4,
    name: 'Close issue with a very long name',
    method: 'PATCH',
    status: 503,
    durationMs: 65_400,
    startedAt: '2026-03-07T08:00:00.000Z',
  },
  {
    id: 5,
    name: 'Delete draft',
    method: 'DELETE',
    status: null,
    durationMs: 30_000,
    startedAt: '2026-01-01T00:00:00.000Z',
  },
];

const columns: Column<(typeof calls)[number]>[] = [
  { key: 'name', header: 'Call', cell: (call) => call.name, isRowHeader: true },
  { key: 'method', header: 'Method', cell: (call) => <MethodBadge method={call.method} /> },
  { key: 'status', header: 'Status', cell: (call) => <StatusCodeBadge status={call.status} /> },
  { key: 'when', header: 'Started', cell: (call) => <RelativeTime at={call.startedAt} /> },
  { key: 'duration', header: 'Duration', cell: (call) => formatDuration(call.durationMs), align: 'end' },
];

const payload = `{
  "id": 9007199254740993,
  "action": "created",
  "starred_at": null,
  "repository": {
    "full_name": "acme/robot",
    "private": false,
    "topics": ["robots", "<script>alert(1)</script>"],
    "owner": { "login": "acme", "site_admin": false, "plan": {} },
    "description": "A line that is long enough to need a second one on most screens, so that breaking it can be seen as well."
  }
}`;

const headers = Array.from(
  { length: 30 },
  (_, line) => `x-header-${line + 1}: value of header ${line + 1}`,
).join('\n');

export function DataSection({ now }: { now: number }) {
  return (
    <Section title="Data">
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        <IntegrationCard now={now} name="Stars to chat" active />
        <IntegrationCard
          now={now}
          name="A name as long as a hundred characters may be, which breaks into lines"
        />
      </div>
      <Card
        flush
        title="Calls"
        text="Becomes a list of labelled values on small screens."
        actions={<Badge>5 executions</Badge>}
      >
        <Table caption="Calls" rows={calls} rowKey={(call) => call.id} columns={columns} />
      </Card>
      <Card title="Scheduled Execution Details">
        <DefinitionList
          items={[
            [
              'Cron expression',
              <code key="cron" className="font-mono">
                */5 * * * *
              </code>,
            ],
            ['Time zone', 'Europe/Berlin'],
            ['Delay', '12 ms'],
            ['Webhook URL', 'https://hooks.example.com/webhook/0193f1a2-7c3e-7f0a-9b1d-2f4c5d6e7f80'],
            ['Next run', undefined],
          ]}
        />
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <JsonView label="Trigger Data" text={payload} />
        <div className="grid gap-6">
          <CodeBlock label="Request headers" code={headers} collapsedLines={8} />
          <CodeBlock
            label="curl"
            code={
              'curl -X POST https://hooks.example.com/webhook/0193f1a2 -H "X-Webhook-Signature: ••••4f2a"'
            }
          />
          <JsonView label="Response body" text="<html>502 Bad Gateway</html>" truncated />
        </div>
      </div>
      <Samples title="Status codes">
        {[200, 301, 404, 500, null].map((status) => (
          <StatusCodeBadge key={status} status={status} />
        ))}
      </Samples>
    </Section>
  );
}

function IntegrationCard({ now, name, active = false }: { now: number; name: string; active?: boolean }) {
  return (
    <Card
      title={name}
      headingLevel={3}
      footer={
        <>
          <IconButton icon={Trash2} label={`Delete ${name}`} />
          <LinkButton to="/design">View</LinkButton>
        </>
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <Badge tone={active ? 'good' : 'neutral'}>{active ? 'Active' : 'Draft'}</Badge>
        <Badge tone={active ? 'good' : 'neutral'}>{active ? 'Enabled' : 'Disabled'}</Badge>
      </div>
      <DefinitionList
        items={[
          ['Executions', active ? '12,408' : '0'],
          ['Last test', active ? <RelativeTime at={now - 90_000} /> : undefined],
        ]}
      />
      {active && (
        <Button variant="quiet" size="sm" className="mt-3 -ml-3">
          Run Test
        </Button>
      )}
    </Card>
  );
}
