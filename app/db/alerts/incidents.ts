import { type ExpressionBuilder, sql } from 'kysely';
import type { FailureKind } from '~/engine/events/failure-kind';
import type { AlertEvent } from '~/engine/alerts/names';
import type { Queries } from '../core/queries';
import type { AlertMessageStatus, Tables, Transition } from '../core/tables';
import type { AlertOwner } from './channels';

/** A problem that goes on or has ended. */
export interface Incident extends AlertOwner {
  id: string;
  integrationId: string | null;
  event: AlertEvent;
  /** The address that the incident belongs to; '' for an incident of the channels. */
  recipient: string;
  count: number;
  countedFrom: number;
  reason: string | null;
  executionId: string | null;
  openedAt: number;
  lastAt: number;
  mutedUntil: number | null;
  resolvedAt: number | null;
  /** For failures: the call that fails ('' for none) and the kind of failure; '' for other events. */
  callId: string;
  callName: string;
  failure: FailureKind | '';
}

export type NewIncident = Omit<Incident, 'mutedUntil' | 'resolvedAt'>;

export async function insertIncident(db: Queries, incident: NewIncident): Promise<void> {
  await db.run(
    db.build.insertInto('incidents').values({
      id: incident.id,
      organization_id: incident.organizationId,
      integration_id: incident.integrationId,
      event: incident.event,
      recipient: incident.recipient,
      count: incident.count,
      counted_from: incident.countedFrom,
      reason: incident.reason,
      execution_id: incident.executionId,
      opened_at: incident.openedAt,
      last_at: incident.lastAt,
      call_id: incident.callId,
      call_name: incident.callName,
      failure: incident.failure,
    }),
  );
}

const columns = [
  'incidents.id',
  'incidents.organization_id as organizationId',
  'incidents.integration_id as integrationId',
  'event',
  'recipient',
  'count',
  'counted_from as countedFrom',
  'reason',
  'execution_id as executionId',
  'opened_at as openedAt',
  'last_at as lastAt',
  'muted_until as mutedUntil',
  'resolved_at as resolvedAt',
  'call_id as callId',
  'call_name as callName',
  'incidents.failure',
] as const;

/** Returns all incidents that have not ended. */
export function listOpenIncidents(db: Queries): Promise<Incident[]> {
  return db.all(db.build.selectFrom('incidents').select(columns).where('resolved_at', 'is', null));
}

export async function countOpenIncidents(db: Queries): Promise<number> {
  const open = db.build
    .selectFrom('incidents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('resolved_at', 'is', null);
  return (await db.first(open))?.count ?? 0;
}

/** Returns the incident of an integration, event and address that has not ended. */
export function findOpenIncident(
  db: Queries,
  key: { integrationId: string; event: AlertEvent; recipient: string },
): Promise<Incident | undefined> {
  return db.first(
    db.build
      .selectFrom('incidents')
      .select(columns)
      .where('resolved_at', 'is', null)
      .where(sql`coalesce(integration_id, '')`, '=', key.integrationId)
      .where('event', '=', key.event)
      .where('recipient', '=', key.recipient),
  );
}

export interface ListedIncident extends Incident {
  integrationName: string | null;
  /** When the integration was deleted; null when it was not, or is removed. */
  integrationDeletedAt: number | null;
}

const integrationColumns = [
  'integrations.name as integrationName',
  'integrations.deleted_at as integrationDeletedAt',
] as const;

/** The place of an incident in {@link listIncidents}. */
export interface IncidentPosition {
  isOpen: boolean;
  id: string;
}

/**
 * Returns the incidents of an owner without those of single addresses: open ones first, then the newest. With `after` those
 * behind that place.
 */
export function listIncidents(
  db: Queries,
  { organizationId, limit, after }: AlertOwner & { limit: number; after?: IncidentPosition | undefined },
): Promise<ListedIncident[]> {
  return db.all(
    db.build
      .selectFrom('incidents')
      .leftJoin('integrations', 'integrations.id', 'incidents.integration_id')
      .select([...columns, ...integrationColumns])
      .where('incidents.organization_id', 'is', organizationId)
      .where('recipient', '=', '')
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(resolved_at is null, incidents.id) < (${after?.isOpen ? 1 : 0}, ${after?.id ?? ''})`,
        ),
      )
      .orderBy(sql`resolved_at is null`, 'desc')
      .orderBy('incidents.id', 'desc')
      .limit(limit),
  );
}

/**
 * Returns the newest incidents of an organization that have not ended, without those of single addresses, and how many there
 * are in all. SQLite reads the few open incidents of the whole installation, not the organization's incidents of months.
 */
export async function listUnresolvedIncidents(
  db: Queries,
  { organizationId, limit }: { organizationId: string; limit: number },
): Promise<{ incidents: ListedIncident[]; count: number }> {
  const rows = await db.all(
    db.build
      .selectFrom('incidents')
      .leftJoin('integrations', 'integrations.id', 'incidents.integration_id')
      .select([...columns, ...integrationColumns])
      .select(sql<number>`count(*) over ()`.as('total'))
      .where('resolved_at', 'is', null)
      .where(sql`+incidents.organization_id`, '=', organizationId)
      .where('recipient', '=', '')
      .orderBy('incidents.id', 'desc')
      .limit(limit),
  );
  return { incidents: rows, count: rows[0]?.total ?? 0 };
}

/** The condition that an incident has not ended, or has a message of this status or transition. */
export function isOpenOrHasMessage(
  { or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'incidents'>,
  message: { status: AlertMessageStatus } | { transition: Transition },
) {
  const messages = selectFrom('alert_messages').select('alert_messages.id');
  return or([
    eb('resolved_at', 'is', null),
    exists(messages.whereRef('incident_id', '=', 'incidents.id').where(({ and }) => and(message))),
  ]);
}

/**
 * Returns the addresses that a response rule's mail notified of the stop with which an integration began to fail at `since`,
 * and that were mailed about the end of it, or will be.
 */
export async function listNotifiedByRules(
  db: Queries,
  { integrationId, since }: { integrationId: string; since: number },
): Promise<string[]> {
  const notified = db.build
    .selectFrom('incidents')
    .select('recipient')
    .where('integration_id', '=', integrationId)
    .where('event', '=', 'stopped')
    .where('opened_at', '=', since)
    .where((eb) => isOpenOrHasMessage(eb, { transition: 'resolved' }));
  return (await db.all(notified)).map(({ recipient }) => recipient);
}

/** Checks whether an incident about the same failures ended after `since`, or was last seen then or later. */
export async function hasSeen(
  db: Queries,
  about: { integrationId: string; callId: string; failure: FailureKind | ''; since: number },
): Promise<boolean> {
  const seen = db.build
    .selectFrom('incidents')
    .select('id')
    .where('integration_id', '=', about.integrationId)
    .where('event', '=', 'failing')
    .where('call_id', '=', about.callId)
    .where('failure', '=', about.failure)
    .where('recipient', '=', '')
    .where(({ or, eb }) => or([eb('last_at', '>=', about.since), eb('resolved_at', '>', about.since)]));
  return (await db.first(seen)) !== undefined;
}

/** Updates the given fields of an incident. */
export async function updateIncident(
  db: Queries,
  id: string,
  now: Partial<Pick<Incident, 'count' | 'lastAt' | 'reason' | 'executionId' | 'resolvedAt'>>,
): Promise<void> {
  const { count, lastAt, reason, executionId, resolvedAt } = now;
  await db.run(
    db.build
      .updateTable('incidents')
      .set({
        ...(count !== undefined && { count }),
        ...(lastAt !== undefined && { last_at: lastAt }),
        ...(reason !== undefined && { reason }),
        ...(executionId !== undefined && { execution_id: executionId }),
        ...(resolvedAt !== undefined && { resolved_at: resolvedAt }),
      })
      .where('id', '=', id),
  );
}

/** Mutes an incident until a time, or unmutes it with null. Returns false when there is no such open incident. */
export async function updateMuted(
  db: Queries,
  { id, organizationId, mutedUntil }: AlertOwner & { id: string; mutedUntil: number | null },
): Promise<boolean> {
  const open = db.build
    .updateTable('incidents')
    .set({ muted_until: mutedUntil })
    .where('id', '=', id)
    .where('organization_id', 'is', organizationId)
    .where('resolved_at', 'is', null);
  return (await db.run(open)) > 0;
}

export function findIncident(
  db: Queries,
  { id, organizationId }: AlertOwner & { id: string },
): Promise<Incident | undefined> {
  return db.first(
    db.build
      .selectFrom('incidents')
      .select(columns)
      .where('id', '=', id)
      .where('organization_id', 'is', organizationId),
  );
}
