import { formatCount } from '~/engine/texts/format-count';
import { Form } from '@remix-run/react';
import { FormKey } from '../network/form-key';
import type { FailureKind } from '../../engine/events/failure-kind';
import type { AlertEvent } from '../../engine/alerts/names';
import { RelativeTime } from '../time/relative-time';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { LinkButton, TextLink } from '../ui/link';
import { type Column, Table } from '../ui/table';
import { describeIncident, nameEvent } from './describe-incident';
import { eventNames } from './event-names';

export interface ShownIncident {
  id: string;
  event: AlertEvent;
  status: 'open' | 'muted' | 'resolved';
  integration: { id: string; name: string; isDeleted: boolean } | null;
  call: { id: string; name: string } | null;
  failure: FailureKind | null;
  count: number;
  reason: string | null;
  openedAt: string;
  resolvedAt: string | null;
}

interface IncidentListProps {
  incidents: ShownIncident[];
  /** The path that the buttons send to. */
  action: string;
}

/** The open and resolved incidents; nothing if there were none yet. */
export function IncidentList({ incidents, action }: IncidentListProps) {
  if (incidents.length === 0) return null;
  const open = incidents.filter(({ status }) => status !== 'resolved').length;
  const text = open === 0 ? 'No open incidents.' : `${open} open, ${incidents.length - open} resolved.`;
  return (
    <Card title="Incidents" text={text} flush>
      <div className="@container">
        <Table caption="Incidents" columns={columnsOf(action)} rows={incidents} rowKey={({ id }) => id} />
      </div>
    </Card>
  );
}

function columnsOf(action: string): Column<ShownIncident>[] {
  return [
    {
      key: 'what',
      header: 'Incident',
      isRowHeader: true,
      cell: (incident) => <What {...incident} />,
    },
    { key: 'status', header: 'State', cell: ({ status }) => <Status status={status} /> },
    { key: 'since', header: 'Since', cell: ({ openedAt }) => <RelativeTime at={openedAt} /> },
    {
      key: 'until',
      header: 'Until',
      cell: ({ resolvedAt }) => (resolvedAt === null ? <span>–</span> : <RelativeTime at={resolvedAt} />),
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      cell: (incident) => <Actions incident={incident} action={action} />,
    },
  ];
}

function What({ integration, ...incident }: ShownIncident) {
  const { what, reason } = describeIncident(incident);
  return (
    <span className="flex min-w-0 flex-col wrap-anywhere">
      <span>{integration ? <AboutIntegration {...integration} /> : eventNames[incident.event]}</span>
      <span className="font-normal text-ink-muted">
        {integration && <span className="line-clamp-2">{what}</span>}
        {reason && <span className="line-clamp-3">{reason}</span>}
      </span>
    </span>
  );
}

function AboutIntegration({ id, name, isDeleted }: NonNullable<ShownIncident['integration']>) {
  if (isDeleted) return `${name} (deleted)`;
  return <TextLink to={`/integration/${id}/logs?status=error`}>{name}</TextLink>;
}

function Status({ status }: Pick<ShownIncident, 'status'>) {
  if (status === 'resolved') return <Badge tone="good">Resolved</Badge>;
  return status === 'muted' ? <Badge>Muted</Badge> : <Badge tone="bad">Open</Badge>;
}

function Actions({
  incident: { id, status, event, integration, count, ...failed },
  action,
}: {
  incident: ShownIncident;
  action: string;
}) {
  const about = `${nameEvent({ event, ...failed })}${integration ? `, ${integration.name}` : ''}`;
  const isMuted = status === 'muted';
  return (
    <Form
      method="post"
      action={action}
      preventScrollReset
      className="flex flex-wrap justify-end gap-2 @3xl:flex-nowrap"
    >
      <FormKey />
      <input type="hidden" name="incidentId" value={id} />
      {event === 'failing' && (
        <LinkButton
          to={`?replay=${id}`}
          size="sm"
          preventScrollReset
          aria-label={`${describeReplay(count)}: ${about}`}
        >
          {describeReplay(count)}
        </LinkButton>
      )}
      {status !== 'resolved' && (
        <>
          <Act intent={isMuted ? 'unmute' : 'mute'} about={about}>
            {isMuted ? 'Unmute' : 'Mute 8 h'}
          </Act>
          <Act intent="resolve" about={about}>
            Resolve
          </Act>
        </>
      )}
    </Form>
  );
}

function describeReplay(count: number): string {
  return count === 1 ? 'Replay the failed one…' : `Replay all ${formatCount(count)} failed…`;
}

function Act({ intent, about, children }: { intent: string; about: string; children: string }) {
  return (
    <Button type="submit" size="sm" name="intent" value={intent} aria-label={`${children}: ${about}`}>
      {children}
    </Button>
  );
}
