// Queues the messages about incidents for those whom they concern.
import type { AppContext } from '~/context';
import type { StoredChannel } from '~/db/alerts/channels';
import { type Incident, listNotifiedByRules } from '~/db/alerts/incidents';
import { countMessagesSince, insertAlertMessage, listWithheld, updateCounted } from '~/db/alerts/messages';
import { findWatchedIntegration } from '~/db/alerts/watched-integrations';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import type { AlertMessageStatus, Transition } from '~/db/core/tables';
import { alertLimits } from '~/engine/alerts/channel';
import type { AlertEvent } from '~/engine/alerts/names';
import { type AlertContent, describeIncident, describeWithheld } from './content';
import type { Ending, News } from './ending';
import { resolveRecipients } from './recipients';
import { openTarget, readThresholds } from './stored-channel';

const hourMs = 3_600_000;

/** One look at everything that channels watch. */
export interface Evaluation {
  tx: Queries;
  context: AppContext;
  channels: StoredChannel[];
  now: number;
}

/** Returns the figure from which on a channel notifies of an event; undefined when it does not. */
export function thresholdOf(channel: StoredChannel, event: AlertEvent): number | undefined {
  return event === 'stopped' ? undefined : readThresholds(channel)[event];
}

/** Queues a channel's messages about an incident. */
export async function notifyChannel(
  evaluation: Evaluation,
  channel: StoredChannel,
  incident: Incident,
  news: News,
): Promise<void> {
  const content = await describeNews(evaluation, incident, news);
  const others = await listNotifiedOtherwise(evaluation, channel, incident, news);
  const { transition } = news;
  await queueForChannel(evaluation, channel, { incidentId: incident.id, transition, content }, others);
}

/** Queues the mail about the end of an incident for the address that a response rule names, unless its owner ended it. */
export async function notifyAddress(
  evaluation: Evaluation,
  incident: Incident,
  ending: Ending,
): Promise<void> {
  const { id: incidentId, recipient } = incident;
  const content = await describeNews(evaluation, incident, { transition: 'resolved', ending });
  const isOwn = ending.by?.toLowerCase() === recipient.toLowerCase();
  const message = { incidentId, channelId: null, transition: 'resolved', content } as const;
  await queue(evaluation, message, [recipient], isOwn ? 'counted' : 'queued');
}

async function describeNews(
  { tx, context }: Evaluation,
  incident: Incident,
  news: News,
): Promise<AlertContent> {
  const { integrationId } = incident;
  const integration = integrationId === null ? undefined : await findWatchedIntegration(tx, integrationId);
  return describeIncident(context.config, { incident, integration, news });
}

/**
 * Lists the addresses to which a channel's mail would say nothing new, each in lower case. A response rule's mail notifies of
 * the first failure, which a channel that notifies of the first one repeats, and of the end. Whoever takes an integration out
 * of service knows that its incidents end.
 */
async function listNotifiedOtherwise(
  { tx }: Evaluation,
  channel: StoredChannel,
  { event, integrationId, openedAt }: Incident,
  news: News,
): Promise<string[]> {
  if (channel.kind !== 'email' || integrationId === null) return [];
  const isEnd = news.transition === 'resolved';
  const isFirst = news.transition === 'opened' && thresholdOf(channel, event) === 1;
  const byRules =
    event === 'failing' && (isFirst || isEnd)
      ? await listNotifiedByRules(tx, { integrationId, since: openedAt })
      : [];
  const by = isEnd && news.ending.by !== null ? [news.ending.by] : [];
  return [...byRules, ...by].map((address) => address.toLowerCase());
}

interface Message {
  incidentId: string;
  transition: Transition;
  content: AlertContent;
}

/**
 * Queues a channel's message, once for each mail recipient. Above the limit per hour the message is only counted, and so it is
 * for the recipients who are notified by `others`, each in lower case.
 */
async function queueForChannel(
  evaluation: Evaluation,
  channel: StoredChannel,
  message: Message,
  others: readonly string[] = [],
): Promise<void> {
  const { tx, context, now } = evaluation;
  const recipients = openTarget(context.config, channel)?.recipients;
  const addresses =
    channel.kind === 'email' ? await resolveRecipients(tx, context.config, channel, recipients ?? '') : [''];
  const isNotified = (address: string) => others.includes(address.toLowerCase());
  const remaining = addresses.filter((address) => !isNotified(address));
  const ofChannel = { ...message, channelId: channel.id };
  // The row says that the channel was notified of the incident.
  await queue(evaluation, ofChannel, addresses.filter(isNotified), 'counted');
  if (remaining.length === 0) return;
  const lately = await countMessagesSince(tx, channel.id, now - hourMs);
  if (lately < alertLimits.messagesPerHour) await queue(evaluation, ofChannel, remaining);
  else await queue(evaluation, ofChannel, [''], 'withheld');
}

async function queue(
  { tx, now }: Evaluation,
  message: Message & { channelId: string | null },
  addresses: string[],
  status: AlertMessageStatus = 'queued',
): Promise<void> {
  for (const recipient of addresses) {
    const content = JSON.stringify(message.content);
    await insertAlertMessage(tx, { ...message, id: newId(), recipient, content, status, now });
  }
}

/** Notifies each channel of how many messages were withheld, as soon as it may get messages again. */
export async function notifyOfWithheld(evaluation: Evaluation): Promise<void> {
  const { tx, context, now, channels } = evaluation;
  for (const { channelId, incidentId, count } of await listWithheld(tx)) {
    const channel = channels.find(({ id }) => id === channelId);
    if (!channel) continue;
    if ((await countMessagesSince(tx, channelId, now - hourMs)) >= alertLimits.messagesPerHour) continue;
    await updateCounted(tx, channelId);
    const content = describeWithheld(context.config, count, channel.organizationId);
    await queueForChannel(evaluation, channel, { incidentId, transition: 'summary', content });
  }
}
