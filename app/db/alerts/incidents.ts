import { sql } from 'kysely';
import type { FailureKind } from '~/engine/events/failure-kind';
import type { AlertEvent } from '~/engine/alerts/names';
import type { Queries } from '../core/queries';
import type { AlertOwner } from './channels';

/** Something that goes or went wrong. */
export interface Incident extends AlertOwner {
  id: string;
  integrationId: string | null;
  event: AlertEvent;
  /** The address whose incident it is; '' for that of the channels. */
  recipient: string;
  count: number;
  countedFrom: number;
  reason: string | null;
  executionId: string | null;
  openedAt: number;
  lastAt: number;
  mutedUntil: number | null;
  resolvedAt: number | null;
  /** Of failures: the call that fails, '' for none, and how; '' of other events. */
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

/** All that have not ended. */
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

/** The one that has not ended, of an integration and an address. */
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
}

/** Of an owner, those that have not ended first, then the newest; without those of single addresses. */
export function listIncidents(
  db: Queries,
  { organizationId, limit }: AlertOwner & { limit: number },
): Promise<ListedIncident[]> {
  return db.all(
    db.build
      .selectFrom('incidents')
      .leftJoin('integrations', 'integrations.id', 'incidents.integration_id')
      .select([...columns, 'integrations.name as integrationName'])
      .where('incidents.organization_id', 'is', organizationId)
      .where('recipient', '=', '')
      .orderBy(sql`resolved_at is null`, 'desc')
      .orderBy('incidents.id', 'desc')
      .limit(limit),
  );
}

/**
 * Of an organization, those that have not ended, the newest first, and of how many they are the first; without those of single
 * addresses. Read off what is open on the whole installation, which is little, not off months of what the organization had.
 */
export async function listUnresolvedIncidents(
  db: Queries,
  { organizationId, limit }: { organizationId: string; limit: number },
): Promise<{ incidents: ListedIncident[]; count: number }> {
  const rows = await db.all(
    db.build
      .selectFrom('incidents')
      .leftJoin('integrations', 'integrations.id', 'incidents.integration_id')
      .select([...columns, 'integrations.name as integrationName'])
      .select(sql<number>`count(*) over ()`.as('total'))
      .where('resolved_at', 'is', null)
      .where(sql`+incidents.organization_id`, '=', organizationId)
      .where('recipient', '=', '')
      .orderBy('incidents.id', 'desc')
      .limit(limit),
  );
  return { incidents: rows, count: rows[0]?.total ?? 0 };
}

/** Whether one about the same failures ended or was last seen after `since`. */
export async function hasSeen(
  db: Queries,
  about: { integrationId: string; callId: string; failure: FailureKind; since: number },
): Promise<boolean> {
  const seen = db.build
    .selectFrom('incidents')
    .select('id')
    .where('integration_id', '=', about.integrationId)
    .where('event', '=', 'failing')
    .where('call_id', '=', about.callId)
    .where('failure', '=', about.failure)
    .where('recipient', '=', '')
    .where('last_at', '>=', about.since);
  return (await db.first(seen)) !== undefined;
}

/** What it has come to. */
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

/** Says nothing of it until then; null: from now on again. False when there is none that has not ended. */
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

/** Forgets what ended before then, with what was sent of it. */
export async function deleteIncidentsResolvedBefore(db: Queries, before: number): Promise<void> {
  await db.run(db.build.deleteFrom('incidents').where('resolved_at', '<', before));
}

/** Forgets what an address was mailed of, and is still to be mailed. */
export async function deleteIncidentsOf(db: Queries, recipient: string): Promise<void> {
  await db.run(db.build.deleteFrom('incidents').where('recipient', '=', recipient));
  await db.run(db.build.deleteFrom('alert_messages').where('recipient', '=', recipient));
}
