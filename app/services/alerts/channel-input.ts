// Checks the input that makes or changes a channel, and words its problems.
import type { AppContext } from '~/context';
import type { AlertOwner, StoredChannel } from '~/db/alerts/channels';
import type { Queries } from '~/db/core/queries';
import { findWatchedIntegration } from '~/db/alerts/watched-integrations';
import { ChannelInput, type ChannelTarget } from '~/engine/alerts/channel';
import { installationEvents, organizationEvents } from '~/engine/alerts/names';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem } from '~/problem';
import { IntegrationTag } from '~/fields';
import { listEligible, listGroups } from './recipients';
import { openTarget, readThresholds } from './stored-channel';
import { readUrl } from '~/engine/http/read-url';

/** The input as it comes from a form or a program, not checked yet. */
export interface ChannelChange {
  name?: unknown;
  kind?: unknown;
  recipients?: unknown;
  url?: unknown;
  secret?: unknown;
  integrationId?: unknown;
  tag?: unknown;
  events?: unknown;
  remindHours?: unknown;
}

export type ReadChannel = { kind: 'read'; channel: ChannelInput; target: ChannelTarget } | Problem;

/** Reads a channel that can be stored. Problem: invalid. */
export async function readChannel(
  { config }: Pick<AppContext, 'config'>,
  tx: Queries,
  owner: AlertOwner,
  input: ChannelChange,
): Promise<ReadChannel> {
  if (isMask(input.url)) return wrong('url', 'Please enter this webhook URL again');
  if (isMask(input.secret)) return wrong('secret', 'Please enter this secret again');
  const parsed = ChannelInput.safeParse(input);
  if (!parsed.success) return { kind: 'invalid', fields: listFields(parsed.error.issues) };
  const { data } = parsed;
  const { organizationId } = owner;
  const known: readonly string[] = organizationId === null ? installationEvents : organizationEvents;
  const events = Object.entries(data.events).filter(([, threshold]) => threshold !== undefined);
  if (events.some(([event]) => !known.includes(event))) {
    return wrong('events', `A channel here covers ${known.join(', ')}`);
  }
  if (data.integrationId !== null) {
    const found = await findWatchedIntegration(tx, data.integrationId);
    if (!found || found.isDeleted || found.organizationId !== organizationId) {
      return wrong('integrationId', 'There is no such integration');
    }
  }
  if (data.tag !== null) {
    if (organizationId === null) return wrong('tag', 'The installation has no tags');
    const tag = IntegrationTag.safeParse(data.tag);
    if (!tag.success) return wrong('tag', tag.error.issues[0]?.message ?? 'This is no tag');
    data.tag = tag.data;
  }
  if (data.events.silent !== undefined && data.integrationId === null && data.tag === null) {
    return wrong('integrationId', 'Choose the integration that must not fall silent, or a tag');
  }
  if (data.kind !== 'email') {
    const { url, secret } = data;
    const target = data.kind === 'webhook' ? { url, secret } : { url };
    return { kind: 'read', channel: data, target };
  }
  const eligible = [...listGroups(owner), ...(await listEligible(tx, config, owner))];
  if (!eligible.includes(data.recipients)) return wrong('recipients', 'Choose people who belong to it');
  return { kind: 'read', channel: data, target: { recipients: data.recipients } };
}

const mask = '••••';

function isMask(value: unknown): boolean {
  return typeof value === 'string' && value.includes(mask);
}

function wrong(field: string, message: string): Problem {
  return { kind: 'invalid', fields: { [field]: [message] } };
}

/**
 * Returns a stored channel with the changes of `input`. A mask keeps the stored value, the secret's only at the same origin.
 */
export function mergeChannel(
  { config }: Pick<AppContext, 'config'>,
  stored: StoredChannel,
  input: ChannelChange,
): ChannelChange {
  const former = openTarget(config, stored) ?? {};
  const kind = input.kind ?? stored.kind;
  return {
    name: input.name ?? stored.name,
    kind,
    recipients: input.recipients ?? former.recipients,
    url: kept(input.url, former.url),
    // The form hides the secret's field for the other kinds, and sends it all the same.
    secret: kind === 'webhook' ? mergeSecret(former, input) : '',
    integrationId: input.integrationId === undefined ? stored.integrationId : input.integrationId,
    tag: input.tag === undefined ? stored.tag : input.tag,
    events: input.events ?? readThresholds(stored),
    remindHours: input.remindHours === undefined ? stored.remindHours : input.remindHours,
  };
}

function mergeSecret(former: ChannelTarget, { url, secret }: ChannelChange): unknown {
  return former.secret && isMoved(former.url, url) ? (secret ?? mask) : kept(secret, former.secret);
}

/** Checks whether a new address has another scheme, host or port than the former one. */
function isMoved(former: string | undefined, given: unknown): boolean {
  if (former === undefined || typeof given !== 'string' || isMask(given)) return false;
  const url = readUrl(given);
  return url !== undefined && url.origin !== new URL(former).origin;
}

/** Returns the given value; the former one for a mask or a missing value. */
function kept(given: unknown, before: string | undefined): unknown {
  const isKept = given === undefined || isMask(given);
  return isKept ? (before ?? given) : given;
}
