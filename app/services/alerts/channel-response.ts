import { mask } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { type AlertOwner, listChannels, type StoredChannel } from '~/db/alerts/channels';
import { listLastMessages } from '~/db/alerts/messages';
import type { AlertThresholds } from '~/engine/alerts/channel';
import type { ChannelKind } from '~/engine/alerts/names';
import { openTarget, readThresholds } from './stored-channel';

/** A channel as screens and the JSON API show it: addresses on the web and secrets masked, times in ISO 8601. */
export interface ChannelResponse {
  id: string;
  name: string;
  kind: ChannelKind;
  /** Of mails: a group or an address; empty otherwise. */
  recipients: string;
  /** `https://host/••••` and its last four characters; empty for mails. */
  url: string;
  secret: string;
  integrationId: string | null;
  tag: string | null;
  events: AlertThresholds;
  remindHours: number | null;
  /** Whether the server can read where it leads with the key it was given. */
  isReadable: boolean;
  /** What came of the last message; null before the first. */
  lastMessage: { at: string; status: 'queued' | 'sent' | 'failed'; error: string | null } | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** Anybody who knows the whole address can write there. */
function maskUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const rest = pathname + search;
  return rest === '/' ? origin : `${origin}/${mask(rest)}`;
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
    secret: target?.secret ? mask(target.secret) : '',
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

/** All channels of an owner, by name. */
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
