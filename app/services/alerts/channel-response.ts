// Channels as screens and the JSON API show them: URLs and secrets masked, times in ISO 8601.
import { z } from 'zod';
import { maskSecret } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { type AlertOwner, listChannels, listWatchedNames, type StoredChannel } from '~/db/alerts/channels';
import { listLastMessages } from '~/db/alerts/messages';
import { AlertThresholds } from '~/engine/alerts/channel';
import { channelKinds } from '~/engine/alerts/names';
import { Id, Time } from '~/engine/schema/response-fields';
import { listEligible, listGroups } from './recipients';
import { openTarget, readThresholds } from './stored-channel';

/** A channel. The API's document names this schema. */
export const ChannelResponse = z.object({
  id: Id,
  name: z.string().describe('Unique among the channels, whatever its case.'),
  kind: z.enum(channelKinds),
  /** Empty for other kinds. */
  recipients: z
    .string()
    .describe(
      'Of `email`: `owners`, `managers` (owners and admins), `members`, or the address of one of them; for the installation `administrators` or the address of one.',
    ),
  /** `https://host/••••` and its last four characters; empty for mails. */
  url: z.string().describe('Of the other kinds, http or https. Answered masked.'),
  secret: z.string().describe('Of `webhook`: signs its messages as Standard Webhooks says. Answered masked.'),
  integrationId: Id.nullable().describe(
    'The only integration that the channel watches. Null: it watches all.',
  ),
  tag: z
    .string()
    .nullable()
    .describe(
      'The tag of the integrations that the channel watches. Null without one. Not together with `integrationId`.',
    ),
  events: AlertThresholds.describe(
    'The events that it reports, with their thresholds: `failing`, failures in a row; `late`, minutes that a schedule is late; `silent`, hours without a successful execution; for the installation `backup`, `disk` and `mail` (1), and `queue`, minutes that the oldest due job has waited.',
  ),
  remindHours: z
    .number()
    .int()
    .nullable()
    .describe('The hours between reminders of an open incident. Null: no reminders.'),
  isReadable: z.boolean().describe('False when it cannot be decrypted with the current `APP_KEY`.'),
  /** Null before the first. */
  lastMessage: z
    .object({ at: Time, status: z.enum(['queued', 'sent', 'failed']), error: z.string().nullable() })
    .nullable(),
  version: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
});
export type ChannelResponse = z.infer<typeof ChannelResponse>;

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
