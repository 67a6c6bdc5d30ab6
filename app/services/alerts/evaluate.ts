// Compares the state of everything with what people want to be notified of. One transaction opens, reminds of and resolves
// incidents and queues the messages about them. So people get one message about each change, however many processes look, and
// however often.
import type { AppContext } from '~/context';
import { listAllChannels, type StoredChannel } from '~/db/alerts/channels';
import {
  hasSeen,
  type Incident,
  insertIncident,
  listOpenIncidents,
  type NewIncident,
  updateIncident,
} from '~/db/alerts/incidents';
import { listNotified } from '~/db/alerts/messages';
import { findWatchedIntegration, type WatchedIntegration } from '~/db/alerts/watched-integrations';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import { findOldestWaiting } from '../oldest-waiting';
import { type AlertCondition, judgeStops, listAlertConditions } from './conditions';
import { type Ending, findEnding, findRemoval } from './ending';
import { type Evaluation, notifyAddress, notifyChannel, notifyOfWithheld, thresholdOf } from './notify';
import { isWatchedBy } from './watching';

const hourMs = 3_600_000;
/** For how long the reason of an incident is kept: how much room the disk has is another figure at each look. */
const reasonKeptMs = 60_000;

interface Evaluations extends Evaluation {
  /** The same channels by owner; null is the installation. */
  channelsOf: Map<string | null, StoredChannel[]>;
  /** When each channel was last notified of each incident that has not ended, by {@link notifiedKey}. */
  notified: Map<string, number>;
}

function notifiedKey(incidentId: string, channelId: string | null): string {
  return `${incidentId} ${channelId ?? ''}`;
}

/** Evaluates everything once. Costs two small queries where nobody has a channel. */
export async function evaluateAlerts(context: AppContext): Promise<void> {
  const { db } = context;
  const isUsed = (await listAllChannels(db)).length > 0 || (await listOpenIncidents(db)).length > 0;
  if (!isUsed) return;
  const oldestWaiting = await findOldestWaiting(context, context.now());
  await db.groupCommit((tx) => evaluate(tx, context, oldestWaiting));
}

async function evaluate(tx: Queries, context: AppContext, oldestWaiting: number | undefined): Promise<void> {
  const channels = await listAllChannels(tx);
  const notified = (await listNotified(tx)).map(
    ({ incidentId, channelId, at }) => [notifiedKey(incidentId, channelId), at] as const,
  );
  const channelsOf = groupBy(channels, ({ organizationId }) => organizationId);
  const evaluation: Evaluations = {
    tx,
    context,
    channels,
    channelsOf,
    notified: new Map(notified),
    now: context.now(),
  };
  const open = await listOpenIncidents(tx);
  const conditions = await listAlertConditions(tx, context, oldestWaiting);
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
    else if (!about.has(aboutKey(incident))) {
      const ending = await findEnding(tx, incident, await findIntegrationOf(tx, incident));
      await resolve(evaluation, incident, ending);
    }
  }
  await notifyOfWithheld(evaluation);
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

/** The channels that notify of a condition, at whatever figure. */
function listWatching({ channelsOf }: Evaluations, about: AlertCondition): StoredChannel[] {
  return (channelsOf.get(about.organizationId) ?? []).filter(
    (channel) => isWatchedBy(channel, about) && thresholdOf(channel, about.event) !== undefined,
  );
}

/** Lists the channels whose threshold the condition reaches. */
function listAlarmed(evaluation: Evaluations, condition: AlertCondition): StoredChannel[] {
  return listWatching(evaluation, condition).filter(
    (channel) => condition.level >= (thresholdOf(channel, condition.event) ?? Infinity),
  );
}

function findIntegrationOf(
  tx: Queries,
  { integrationId }: Incident,
): Promise<WatchedIntegration | undefined> {
  return integrationId === null ? Promise.resolve(undefined) : findWatchedIntegration(tx, integrationId);
}

async function openIncident(evaluation: Evaluations, condition: AlertCondition): Promise<void> {
  const alarmed = condition.level > 0 ? listAlarmed(evaluation, condition) : [];
  if (alarmed.length === 0) return;
  const { tx } = evaluation;
  if (await isEnded(tx, condition)) return;
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
  for (const channel of alarmed) await notifyChannel(evaluation, channel, whole, { transition: 'opened' });
}

/**
 * Checks whether an incident about this failure ended although nothing recovered: a user resolved it, or disabled the
 * integration.
 */
async function isEnded(
  tx: Queries,
  { event, integrationId, callId, failure, lastAt }: AlertCondition,
): Promise<boolean> {
  if (event !== 'failing' || integrationId === null) return false;
  return hasSeen(tx, { integrationId, callId, failure, since: lastAt });
}

async function followIncident(
  evaluation: Evaluations,
  known: Incident,
  condition: AlertCondition,
): Promise<void> {
  const news = findNews(known, condition, evaluation.now);
  const incident = { ...known, ...news };
  if (news) await updateIncident(evaluation.tx, known.id, news);
  if (condition.isOver) {
    await resolve(evaluation, incident, { kind: condition.ending, by: null });
    return;
  }
  const isMuted = incident.mutedUntil !== null && incident.mutedUntil > evaluation.now;
  for (const channel of listAlarmed(evaluation, condition)) {
    const last = lastNotified(evaluation, incident, channel);
    if (last === undefined) await notifyChannel(evaluation, channel, incident, { transition: 'opened' });
    else if (
      !isMuted &&
      channel.remindHours !== null &&
      evaluation.now - last >= channel.remindHours * hourMs
    ) {
      await notifyChannel(evaluation, channel, incident, { transition: 'reminder' });
    }
  }
}

/** Returns what an incident about a condition has not said yet; undefined when it is as it was. */
function findNews(known: Incident, condition: AlertCondition, now: number): Partial<Incident> | undefined {
  const { event, level, counted, lastAt, reason, executionId } = condition;
  if (event === 'failing') {
    const count = counted - known.countedFrom;
    return count === known.count ? undefined : { count, lastAt, reason, executionId };
  }
  // When all is well there is no reason, or none of what was wrong.
  const isChanged = level > 0 && reason !== null && reason !== known.reason;
  return isChanged && now - known.lastAt >= reasonKeptMs ? { lastAt, reason } : undefined;
}

/** Returns when a channel was last notified of an incident. */
function lastNotified(
  { notified }: Evaluations,
  incident: Incident,
  channel: StoredChannel,
): number | undefined {
  return notified.get(notifiedKey(incident.id, channel.id));
}

/** Resolves an incident, and notifies every channel that was notified of it. */
async function resolve(evaluation: Evaluations, incident: Incident, ending: Ending): Promise<void> {
  const { tx, now, channels } = evaluation;
  const ended = { ...incident, resolvedAt: now };
  await updateIncident(tx, incident.id, { resolvedAt: now });
  for (const channel of channels) {
    if (lastNotified(evaluation, incident, channel) !== undefined) {
      await notifyChannel(evaluation, channel, ended, { transition: 'resolved', ending });
    }
  }
}

/**
 * Follows an incident whose messages go to an address that a response rule names. It ends without a message when its
 * integration falls quiet: nothing shows that it works again, and the next stop is to be mailed.
 */
async function followStops(evaluation: Evaluations, incident: Incident): Promise<void> {
  const { tx, now } = evaluation;
  const integration = await findIntegrationOf(tx, incident);
  const removal = integration && (await findRemoval(tx, incident, integration));
  const state =
    removal || !integration ? 'over' : judgeStops(integration, { stoppedAt: incident.lastAt, now });
  if (state === 'going-on') return;
  await updateIncident(tx, incident.id, { resolvedAt: now });
  if (state === 'quiet') return;
  await notifyAddress(
    evaluation,
    { ...incident, resolvedAt: now },
    removal ?? { kind: 'recovered', by: null },
  );
}
