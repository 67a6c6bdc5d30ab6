import { maskSecret } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { type AlertOwner, listChannels, listWatchedNames, type StoredChannel } from '~/db/alerts/channels';
import { listLastMessages } from '~/db/alerts/messages';
import type { AlertThresholds } from '~/engine/alerts/channel';
import type { ChannelKind } from '~/engine/alerts/names';
import { listEligible, listGroups } from './recipients';
import { openTarget, readThresholds } from './stored-channel';

/** A channel as screens and the JSON API show it: URLs and secrets masked, times in ISO 8601. */
export interface ChannelResponse {
  id: string;
  name: string;
  kind: ChannelKind;
  /** The recipients of mails: a group or an address; empty for other kinds. */
  recipients: string;
  /** The URL as `https://host/••••` and its last four characters; empty for mails. */
  url: string;
  secret: string;
  integrationId: string | null;
  tag: string | null;
  events: AlertThresholds;
  remindHours: number | null;
  /** Whether the server can decrypt the channel's target with its key. */
  isReadable: boolean;
  /** The outcome of the last message; null before the first. */
  lastMessage: { at: string; status: 'queued' | 'sent' | 'failed'; error: string | null } | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** Masks a URL after its host: anybody who knows the whole URL can write there. */
function maskUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const rest = pathname + search;
  return rest === '/' ? origin : `${origin}/${maskSecret(rest)}`;
}

type LastMessage = Awaited<ReturnType<typeof listLastMessages>>[number];

function describeChannel(
  { config }: Pick<AppContext, 'config'>,
  stored: StoredChannel,
  last: LastMessage | undefined,
): ChannelResponse {
  const target = openTarget(config, stored);
  const { id, name, kind, integrationId, tag, remindHours, version } = stored;
  return {
    id,
    name,
    kind,
    recipients: target?.recipients ?? '',
    url: target?.url === undefined ? '' : maskUrl(target.url),
    secret: target?.secret ? maskSecret(target.secret) : '',
    integrationId,
    tag,
    events: readThresholds(stored),
    remindHours,
    isReadable: target !== undefined,
    lastMessage: last
      ? {
          at: new Date(last.at).toISOString(),
          status: last.status as 'queued' | 'sent' | 'failed',
          error: last.error,
        }
      : null,
    version,
    createdAt: new Date(stored.createdAt).toISOString(),
    updatedAt: new Date(stored.updatedAt).toISOString(),
  };
}

/** Returns all channels of an owner, ordered by name. */
export async function listChannelResponses(
  context: Pick<AppContext, 'config' | 'db'>,
  owner: AlertOwner,
): Promise<ChannelResponse[]> {
  const stored = await listChannels(context.db, owner);
  const last = await listLastMessages(
    context.db,
    stored.map(({ id }) => id),
  );
  return stored.map((channel) =>
    describeChannel(
      context,
      channel,
      last.find(({ channelId }) => channelId === channel.id),
    ),
  );
}

/**
 * Returns an organization's channels as `listChannelResponses` does, each with what it watches in words, and whether it mails
 * nobody, since the person for whom it is has left.
 */
export async function listWatchingChannels(
  context: Pick<AppContext, 'config' | 'db'>,
  organizationId: string,
): Promise<(ChannelResponse & { watched: string; mailsNobody: boolean })[]> {
  const names = await listWatchedNames(context.db, organizationId);
  const describe = ({ integrationId, tag }: ChannelResponse) => {
    if (tag !== null) return `All with the tag ${tag}`;
    return integrationId === null ? 'All integrations' : (names.get(integrationId) ?? 'One integration');
  };
  const eligible = await listEligible(context.db, context.config, { organizationId });
  const known = new Set([...listGroups({ organizationId }), ...eligible]);
  const channels = await listChannelResponses(context, { organizationId });
  return channels.map((channel) =>
    Object.assign(channel, {
      watched: describe(channel),
      mailsNobody: channel.kind === 'email' && channel.isReadable && !known.has(channel.recipients),
    }),
  );
}
