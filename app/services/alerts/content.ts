// The texts of alerts.
import { formatCount } from '~/engine/texts/format-count';
import type { Config } from '~/config';
import type { Incident } from '~/db/alerts/incidents';
import type { Transition } from '~/db/core/tables';
import { formatTime } from '~/email/compose';
import { failureNames, nameFailure } from '~/engine/events/failure-kind';
import { alertLimits } from '~/engine/alerts/channel';
import type { AlertEvent } from '~/engine/alerts/names';
import { truncate } from '~/engine/texts/truncate';
import { type EndingKind, keptDays, type News } from './ending';
import type { IncidentResponse } from './incident-response';

/** The content of a message, in whatever form it is sent. */
export interface AlertContent {
  transition: Transition | 'test';
  subject: string;
  /** One sentence. */
  text: string;
  details: [label: string, value: string][];
  link: { label: string; url: string };
  /** The incident, for programs. */
  incident: AlertFacts | null;
}

/** An incident as programs receive it; times in ISO 8601. */
interface AlertFacts extends Omit<IncidentResponse, 'status' | 'integration' | 'mutedUntil'> {
  organizationId: string | null;
  integration: { id: string; name: string } | null;
}

interface About {
  incident: Incident;
  /** The integration that it is about; undefined for the installation. */
  integration: { name: string; isDeleted: boolean } | undefined;
  news: News;
}

const wrong: Record<AlertEvent, string> = {
  failing: 'Executions fail',
  stopped: 'Executions were stopped',
  late: 'The schedule is late',
  silent: 'No execution succeeds',
  backup: 'The nightly backup failed',
  disk: 'The disk is nearly full',
  queue: 'The queue is backed up',
  mail: 'Emails do not leave',
};

const recovered: Record<AlertEvent, string> = {
  failing: 'Executions complete again',
  stopped: 'Executions complete again',
  late: 'The schedule is no longer late',
  silent: 'Executions succeed again',
  backup: 'The nightly backup was made',
  disk: 'The disk has room again',
  queue: 'The queue is moving again',
  mail: 'Emails leave again',
};

const endings: Record<Exclude<EndingKind, 'recovered'>, string> = {
  'fails-otherwise': 'Executions fail in another way, but no longer in this one',
  'call-not-reached': 'Executions complete without this call',
  expired: `No execution has failed in this way for ${keptDays} days`,
  'schedule-removed': 'The integration no longer has a schedule',
  'installation-paused': 'The installation is paused',
  'not-deployed': 'The integration is no longer deployed',
  deleted: 'The integration was deleted',
};

/** The length after which names are cut in a subject, so that it still shows the kind of failure. */
const longestName = 60;

/** Returns a message about an incident. Incidents of one integration differ in the subject and in the first sentence. */
export function describeIncident(
  { appUrl }: Pick<Config, 'appUrl'>,
  { incident, integration, news }: About,
): AlertContent {
  const { event, integrationId, executionId, count } = incident;
  const { transition } = news;
  const isOver = transition === 'resolved';
  const about = integration?.name ?? integrationId ?? 'Installation';
  const prefix = { opened: 'Problem', reminder: 'Still a problem', resolved: 'Resolved' }[transition];
  const facts = toFacts(incident, integration?.name ?? null);
  const sentence = isOver ? describeEnding(facts, news.ending.kind) : describeBeginning(facts);
  const counts = event === 'failing' || event === 'stopped';
  return {
    transition,
    subject: `${prefix}: ${truncate(about, longestName)}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`,
    text: `${sentence}.`,
    details: [
      ...(integrationId === null ? [] : [['Integration', about] satisfies [string, string]]),
      ...(facts.call ? [['Call', facts.call.name] satisfies [string, string]] : []),
      ...(facts.failure ? [['Failure', failureNames[facts.failure]] satisfies [string, string]] : []),
      ['Since', formatTime(facts.openedAt)],
      ...(isOver && facts.resolvedAt
        ? [['Until', formatTime(facts.resolvedAt)] satisfies [string, string]]
        : []),
      ...(counts ? [['Failed executions', formatCount(count)] satisfies [string, string]] : []),
      ...(!isOver && incident.reason
        ? [['Reason', withoutCall(incident.reason, facts)] satisfies [string, string]]
        : []),
      ...(!isOver && executionId ? [['Execution Id', executionId] satisfies [string, string]] : []),
    ],
    link: linkOf(appUrl, incident, integration?.isDeleted === true),
    incident: facts,
  };
}

/** Returns what goes wrong: `Executions fail at Post order: answered 5xx`. */
function describeBeginning(facts: AlertFacts): string {
  const named = nameShortened(facts);
  if (named === undefined) return wrong[facts.event];
  return `${wrong[facts.event]}${facts.call ? ' at' : ':'} ${named}`;
}

/** Returns how it ended, and what it was: `Executions complete again (was “Post order: answered 5xx”)`. */
function describeEnding(facts: AlertFacts, kind: EndingKind): string {
  const named = nameShortened(facts);
  const ending = kind === 'recovered' ? recovered[facts.event] : endings[kind];
  return named === undefined ? ending : `${ending} (was “${named}”)`;
}

function nameShortened({ call, failure }: AlertFacts): string | undefined {
  return nameFailure(call && { name: truncate(call.name, longestName) }, failure);
}

/** Removes the call's name from a reason: the message shows the call separately. */
function withoutCall(reason: string, { call }: AlertFacts): string {
  const prefix = `${call?.name}: `;
  return call && reason.startsWith(prefix) ? reason.slice(prefix.length) : reason;
}

function linkOf(
  appUrl: string,
  { event, integrationId, executionId }: Incident,
  isDeleted: boolean,
): AlertContent['link'] {
  if (isDeleted) return { label: 'Open Wicked Integrations', url: appUrl };
  if (integrationId === null) return { label: 'Open administration', url: `${appUrl}/admin` };
  const page = `${appUrl}/integration/${integrationId}`;
  if (event !== 'failing' && event !== 'stopped') return { label: 'Open integration', url: page };
  if (executionId === null) return { label: 'View execution logs', url: `${page}/logs?status=error` };
  return { label: 'View execution log', url: `${page}/logs?execution=${executionId}` };
}

function toFacts(incident: Incident, integrationName: string | null): AlertFacts {
  const { id, event, organizationId, integrationId, count, reason, executionId } = incident;
  return {
    id,
    event,
    organizationId,
    integration: integrationId === null ? null : { id: integrationId, name: integrationName ?? '' },
    ...toFailureFacts(incident),
    count,
    reason,
    executionId,
    openedAt: toIso(incident.openedAt),
    lastAt: toIso(incident.lastAt),
    resolvedAt: incident.resolvedAt === null ? null : toIso(incident.resolvedAt),
  };
}

/** Returns the failing call and the kind of failure. */
export function toFailureFacts({
  callId,
  callName,
  failure,
}: Pick<Incident, 'callId' | 'callName' | 'failure'>): Pick<AlertFacts, 'call' | 'failure'> {
  return {
    call: callId === '' ? null : { id: callId, name: callName },
    failure: failure === '' ? null : failure,
  };
}

function toIso(at: number): string {
  return new Date(at).toISOString();
}

/** Returns the message about messages that were withheld, since a channel gets a limited number an hour. */
export function describeWithheld(
  { appUrl }: Pick<Config, 'appUrl'>,
  count: number,
  organizationId: string | null,
): AlertContent {
  const messages = count === 1 ? '1 more message was' : `${formatCount(count)} more messages were`;
  return {
    transition: 'summary',
    subject: `${messages} withheld`,
    text: `${messages} withheld, because a channel gets at most ${alertLimits.messagesPerHour} an hour.`,
    details: [],
    link: {
      label: 'Open incidents',
      url: `${appUrl}${organizationId === null ? '/admin?view=alerts' : '/organization/settings/alerts'}`,
    },
    incident: null,
  };
}

/** Returns the message that tests a channel. */
export function describeTest(
  { appUrl }: Pick<Config, 'appUrl'>,
  { name, organizationId }: { name: string; organizationId: string | null },
): AlertContent {
  return {
    transition: 'test',
    subject: `Test of the alert channel ${name}`,
    text: 'This channel works. Nothing is wrong.',
    details: [],
    link: {
      label: 'Open alerts',
      url: `${appUrl}${organizationId === null ? '/admin?view=alerts' : '/organization/settings/alerts'}`,
    },
    incident: null,
  };
}
