import { sql } from 'kysely';
import type { Queries } from '../core/queries';

/** How many mails one address got of late about stopped executions of one integration. */
export interface StopNotice {
  id: string;
  integrationId: string;
  organizationId: string;
  recipient: string;
  /** When the hour began that the counts are for. */
  since: number;
  mailed: number;
  /** Stopped executions that no mail named yet. */
  withheld: number;
}

const columns = [
  'id',
  'integration_id as integrationId',
  'organization_id as organizationId',
  'recipient',
  'since',
  'mailed',
  'withheld',
] as const;

export function findStopNotice(
  db: Queries,
  key: Pick<StopNotice, 'integrationId' | 'recipient'>,
): Promise<StopNotice | undefined> {
  return db.first(
    db.build
      .selectFrom('stop_notices')
      .select(columns)
      .where('integration_id', '=', key.integrationId)
      .where('recipient', '=', key.recipient),
  );
}

export function findStopNoticeById(db: Queries, id: string): Promise<StopNotice | undefined> {
  return db.first(db.build.selectFrom('stop_notices').select(columns).where('id', '=', id));
}

/** Begins an hour with one mail; what was counted before is forgotten. */
export async function beginStopNotice(
  db: Queries,
  notice: Omit<StopNotice, 'mailed' | 'withheld'>,
): Promise<void> {
  await db.run(
    db.build
      .insertInto('stop_notices')
      .values({
        id: notice.id,
        integration_id: notice.integrationId,
        organization_id: notice.organizationId,
        recipient: notice.recipient,
        since: notice.since,
        mailed: 1,
        withheld: 0,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['integration_id', 'recipient'])
          .doUpdateSet({ since: notice.since, mailed: 1, withheld: 0 }),
      ),
  );
}

/** One more in the same hour. */
export async function countStop(db: Queries, id: string, what: 'mailed' | 'withheld'): Promise<void> {
  await db.run(
    db.build
      .updateTable('stop_notices')
      .set(what, sql`${sql.ref(what)} + 1`)
      .where('id', '=', id),
  );
}

/** Forgets what was mailed to an address, and what is still to be mailed to it. */
export async function deleteStopNoticesTo(db: Queries, recipient: string): Promise<void> {
  await db.run(db.build.deleteFrom('stop_notices').where('recipient', '=', recipient));
}
