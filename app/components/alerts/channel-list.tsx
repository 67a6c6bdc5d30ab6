import { BellPlus } from '~/components/icons/icons';
import type { AlertThresholds } from '../../engine/alerts/channel';
import type { AlertEvent, ChannelKind } from '../../engine/alerts/names';
import { RelativeTime } from '../time/relative-time';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { LinkButton, TextLink } from '../ui/link';
import { type Column, Table } from '../ui/table';
import { eventNames, groupNames, kindNames } from './event-names';

export interface ListedChannel {
  id: string;
  name: string;
  kind: ChannelKind;
  recipients: string;
  url: string;
  /** The integrations that the channel watches, in words; not given for a channel of the installation. */
  watched?: string;
  /** Whether the person whom it mails has left; not given for a channel of the installation. */
  mailsNobody?: boolean;
  events: AlertThresholds;
  lastMessage: { at: string; status: 'queued' | 'sent' | 'failed'; error: string | null } | null;
}

interface ChannelListProps {
  channels: ListedChannel[];
  text: string;
  /** The address below which each channel has its own; `new` creates one. */
  base: string;
}

export function ChannelList({ channels, text, base }: ChannelListProps) {
  const link = (
    <LinkButton to={`${base}/new`} variant="primary">
      New channel
    </LinkButton>
  );
  return (
    <Card title="Channels" text={text} actions={channels.length > 0 && link} flush>
      {channels.length > 0 ? (
        <Table
          caption="Channels"
          columns={columnsOf(base, channels)}
          rows={channels}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyState
          icon={BellPlus}
          title="Nobody is notified yet"
          text="A channel notifies people by email, in a chat or by webhook when something goes wrong, and when it is over."
          action={link}
          headingLevel={3}
        />
      )}
    </Card>
  );
}

function columnsOf(base: string, channels: ListedChannel[]): Column<ListedChannel>[] {
  const watched: Column<ListedChannel> = {
    key: 'watched',
    header: 'Integrations',
    cell: (channel) => <span className="wrap-anywhere">{channel.watched}</span>,
  };
  return [
    {
      key: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ id, name }) => <TextLink to={`${base}/${id}`}>{name}</TextLink>,
    },
    {
      key: 'to',
      header: 'Sent to',
      cell: ({ kind, recipients, url, mailsNobody }) => (
        <span className="flex min-w-0 flex-col wrap-anywhere">
          {kindNames[kind]}
          <span className="text-ink-muted">
            {kind === 'email' ? (groupNames[recipients] ?? recipients) : url}
          </span>
          {mailsNobody && (
            <span>
              <Badge tone="warn">Has left: mails nobody</Badge>
            </span>
          )}
        </span>
      ),
    },
    ...(channels.some((channel) => channel.watched !== undefined) ? [watched] : []),
    { key: 'events', header: 'Events', cell: ({ events }) => <span>{describeEvents(events)}</span> },
    {
      key: 'last',
      header: 'Last message',
      cell: ({ lastMessage }) => <LastMessage message={lastMessage} />,
    },
  ];
}

function describeEvents(events: AlertThresholds): string {
  return Object.keys(events)
    .map((event) => eventNames[event as AlertEvent])
    .join(', ');
}

function LastMessage({ message }: { message: ListedChannel['lastMessage'] }) {
  if (message === null) return <span className="text-ink-muted">None yet</span>;
  const { status, error, at } = message;
  return (
    <span className="flex flex-wrap items-center gap-2 max-sm:justify-end">
      <RelativeTime at={at} />
      {status === 'failed' && <Badge tone="bad">Failed</Badge>}
      {status === 'queued' && <Badge tone="warn">{error === null ? 'Waiting' : 'Retrying'}</Badge>}
    </span>
  );
}
