// Compares the state of everything with what people want to be notified of. One transaction opens, reminds of and resolves
// incidents and queues the messages about them. So people get one message about each change, however many processes look, and however often.
import type { AppContext } from '~/context';
import { listAllChannels, type StoredChannel } from '~/db/alerts/channels';
import {
  type Incident,
  insertIncident,
  listOpenIncidents,
  listToldByRules,
  type NewIncident,
  updateIncident,
} from '~/db/alerts/incidents';
import {
  countMessagesSince,
  insertAlertMessage,
  listSaid,
  listWithheld,
  updateCounted,
} from '~/db/alerts/messages';
import { findWatchedIntegration } from '~/db/alerts/watched-integrations';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import type { AlertMessageStatus, Transition } from '~/db/core/tables';
import { alertLimits } from '~/engine/alerts/channel';
import type { AlertEvent } from '~/engine/alerts/names';
import { type AlertCondition, judgeStops, listAlertConditions } from './conditions';
import { type AlertContent, describeIncident, describeWithheld } from './content';
import { resolveRecipients } from './recipients';
import { openTarget, readThresholds } from './stored-channel';
import { isWatchedBy } from './watching';

const hourMs = 3_600_000;

interface Evaluation {
  tx: Queries;
  context: AppContext;
  channels: StoredChannel[];
  /** The same channels by owner; null is the installation. */
  channelsOf: Map<string | null, StoredChannel[]>;
  /** When each channel was last notified of each incident that has not ended, by {@link saidKey}. */
  said: Map<string, number>;
  now: number;
}

function saidKey(incidentId: string, channelId: string | null): string {
  return `${incidentId} ${channelId ?? ''}`;
}

/** Evaluates everything once. Costs two small queries where nobody has a channel. */
export async function evaluateAlerts(context: AppContext): Promise<void> {
  const { db } = context;
  const isUsed = (await listAllChannels(db)).length > 0 || (await listOpenIncidents(db)).length > 0;
  if (isUsed) await db.groupCommit((tx) => evaluate(tx, context));
}

async function evaluate(tx: Queries, context: AppContext): Promise<void> {
  const channels = await listAllChannels(tx);
  const said = (await listSaid(tx)).map(
    ({ incidentId, channelId, at }) => [saidKey(incidentId, channelId), at] as const,
  );
  const channelsOf = groupBy(channels, ({ organizationId }) => organizationId);
  const evaluation: Evaluation = {
    tx,
    context,
    channels,
    channelsOf,
    said: new Map(said),
    now: context.now(),
  };
  const open = await listOpenIncidents(tx);
  const conditions = await listAlertConditions(tx, context);
  const openAbout = groupBy(
    open.filter(({ recipient }) => recipient === ''),
    aboutKey,
  );
  for (const condition of conditions) {
    const [known] = openAbout.get(aboutKey(condition)) ?? [];
    if (known) await followIncident(evaluation, known, condition);
    else await openIncident(evaluation, condition);
  }
  const about = new Set(conditions.map(aboutKey));
  for (const incident of open) {
    if (incident.recipient !== '') await followStops(evaluation, incident);
    else if (!about.has(aboutKey(incident))) await resolve(evaluation, incident);
  }
  await tellWithheld(evaluation);
}

/** Groups items by key, in their order, so that a look-up stays cheap with a thousand organizations. */
function groupBy<Key, Item>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Returns the key that an incident and its condition have in common. */
function aboutKey({ integrationId, event, callId, failure }: Incident | AlertCondition): string {
  return JSON.stringify([integrationId, event, callId, failure]);
}

/** The channels that tell of a condition, at whatever figure. */
function listWatching({ channelsOf }: Evaluation, about: AlertCondition): StoredChannel[] {
  return (channelsOf.get(about.organizationId) ?? []).filter(
    (channel) => isWatchedBy(channel, about) && thresholdOf(channel, about.event) !== undefined,
  );
}

function thresholdOf(channel: StoredChannel, event: AlertEvent): number | undefined {
  return event === 'stopped' ? undefined : readThresholds(channel)[event];
}

/** Lists the channels whose threshold the condition reaches. */
function listAlarmed(evaluation: Evaluation, condition: AlertCondition): StoredChannel[] {
  return listWatching(evaluation, condition).filter(
    (channel) => condition.level >= (thresholdOf(channel, condition.event) ?? Infinity),
  );
}

async function openIncident(evaluation: Evaluation, condition: AlertCondition): Promise<void> {
  const alarmed = condition.level > 0 ? listAlarmed(evaluation, condition) : [];
  if (alarmed.length === 0) return;
  const { tx } = evaluation;
  const { organizationId, integrationId, event, countedFrom, counted, since, lastAt } = condition;
  const { reason, executionId, callId, callName, failure } = condition;
  const incident: NewIncident = {
    id: newId(),
    organizationId,
    integrationId,
    event,
    recipient: '',
    count: counted - countedFrom,
    countedFrom,
    openedAt: since,
    lastAt,
    reason,
    executionId,
    callId,
    callName,
    failure,
  };
  await insertIncident(tx, incident);
  const whole = { ...incident, mutedUntil: null, resolvedAt: null };
  for (const channel of alarmed) await tell(evaluation, channel, whole, 'opened');
}

async function followIncident(
  evaluation: Evaluation,
  known: Incident,
  condition: AlertCondition,
): Promise<void> {
  const { tx } = evaluation;
  const isNewer = condition.event === 'failing' && condition.counted - known.countedFrom !== known.count;
  const incident: Incident = isNewer
    ? {
        ...known,
        count: condition.counted - known.countedFrom,
        lastAt: condition.lastAt,
        reason: condition.reason,
        executionId: condition.executionId,
      }
    : known;
  if (isNewer) await updateIncident(tx, known.id, incident);
  if (condition.isOver) {
    await resolve(evaluation, incident);
    return;
  }
  if (incident.mutedUntil !== null && incident.mutedUntil > evaluation.now) return;
  for (const channel of listAlarmed(evaluation, condition)) {
    const last = lastSaid(evaluation, incident, channel);
    if (last === undefined) await tell(evaluation, channel, incident, 'opened');
    else if (channel.remindHours !== null && evaluation.now - last >= channel.remindHours * hourMs) {
      await tell(evaluation, channel, incident, 'reminder');
    }
  }
}

/** Returns when a channel was last notified of an incident. */
function lastSaid({ said }: Evaluation, incident: Incident, channel: StoredChannel): number | undefined {
  return said.get(saidKey(incident.id, channel.id));
}

/** Resolves an incident, and tells every channel that was notified of it. */
async function resolve(evaluation: Evaluation, incident: Incident): Promise<void> {
  const { tx, now, channels } = evaluation;
  const ended = { ...incident, resolvedAt: now };
  await updateIncident(tx, incident.id, { resolvedAt: now });
  for (const channel of channels) {
    if (lastSaid(evaluation, incident, channel) !== undefined) {
      await tell(evaluation, channel, ended, 'resolved');
    }
  }
}

/**
 * Follows an incident whose messages go to an address that a response rule names. It ends without a message when its integration
 * was deleted, or falls quiet: nothing shows that it works again, and the next stop is to be mailed.
 */
async function followStops(evaluation: Evaluation, incident: Incident): Promise<void> {
  const { tx, now, context } = evaluation;
  const { integrationId, recipient, id } = incident;
  const integration = integrationId === null ? undefined : await findWatchedIntegration(tx, integrationId);
  const state = integration && judgeStops(integration, { stoppedAt: incident.lastAt, now });
  if (state === 'going-on') return;
  await updateIncident(tx, id, { resolvedAt: now });
  if (!integration || state === 'quiet') return;
  const content = describeIncident(context.config, {
    incident: { ...incident, resolvedAt: now },
    integration,
    transition: 'resolved',
  });
  await queue(evaluation, { incidentId: id, channelId: null, transition: 'resolved', content }, [recipient]);
}

async function tell(
  evaluation: Evaluation,
  channel: StoredChannel,
  incident: Incident,
  transition: Exclude<Transition, 'summary'>,
): Promise<void> {
  const { tx, context } = evaluation;
  const { integrationId } = incident;
  const integration = integrationId === null ? undefined : await findWatchedIntegration(tx, integrationId);
  const content = describeIncident(context.config, { incident, integration, transition });
  const told = await listTold(evaluation, channel, incident, transition);
  await say(evaluation, channel, { incidentId: incident.id, transition, content }, told);
}

/**
 * Lists the addresses to which a message would say nothing new, because a response rule's mail says it: the first failure, to a
 * channel that wants to know of the first, and the end. Each is in lower case.
 */
async function listTold(
  { tx }: Evaluation,
  channel: StoredChannel,
  { event, integrationId, openedAt }: Incident,
  transition: Transition,
): Promise<string[]> {
  if (channel.kind !== 'email' || event !== 'failing' || integrationId === null) return [];
  const isFirst = transition === 'opened' && thresholdOf(channel, event) === 1;
  if (!isFirst && transition !== 'resolved') return [];
  const told = await listToldByRules(tx, { integrationId, since: openedAt });
  return told.map((address) => address.toLowerCase());
}

interface Saying {
  incidentId: string;
  transition: Transition;
  content: AlertContent;
}

/**
 * Queues a channel's message, once for each mail recipient. Above the limit per hour the message is only counted, and so it is for
 * the recipients who are `told` the same by another mail.
 */
async function say(
  evaluation: Evaluation,
  channel: StoredChannel,
  saying: Saying,
  told: readonly string[] = [],
): Promise<void> {
  const { tx, context, now } = evaluation;
  const recipients = openTarget(context.config, channel)?.recipients;
  const addresses =
    channel.kind === 'email' ? await resolveRecipients(tx, context.config, channel, recipients ?? '') : [''];
  const isTold = (address: string) => told.includes(address.toLowerCase());
  const news = addresses.filter((address) => !isTold(address));
  const ofChannel = { ...saying, channelId: channel.id };
  // The row says that the channel was notified of the incident.
  await queue(evaluation, ofChannel, addresses.filter(isTold), 'counted');
  if (news.length === 0) return;
  const lately = await countMessagesSince(tx, channel.id, now - hourMs);
  if (lately < alertLimits.messagesPerHour) await queue(evaluation, ofChannel, news);
  else await queue(evaluation, ofChannel, [''], 'withheld');
}

async function queue(
  { tx, now }: Evaluation,
  saying: Saying & { channelId: string | null },
  addresses: string[],
  status: AlertMessageStatus = 'queued',
): Promise<void> {
  for (const recipient of addresses) {
    await insertAlertMessage(tx, {
      ...saying,
      id: newId(),
      recipient,
      content: JSON.stringify(saying.content),
      status,
      now,
    });
  }
}

/** Tells a channel how many messages were withheld, as soon as it may get messages again. */
async function tellWithheld(evaluation: Evaluation): Promise<void> {
  const { tx, context, now, channels } = evaluation;
  for (const { channelId, incidentId, count } of await listWithheld(tx)) {
    const channel = channels.find(({ id }) => id === channelId);
    if (!channel) continue;
    if ((await countMessagesSince(tx, channelId, now - hourMs)) >= alertLimits.messagesPerHour) continue;
    await updateCounted(tx, channelId);
    const content = describeWithheld(context.config, count, channel.organizationId);
    await say(evaluation, channel, { incidentId, transition: 'summary', content });
  }
}
