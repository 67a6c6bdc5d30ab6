import type { Queries } from '../core/queries';

/** An audit entry as it is streamed. */
export interface StreamedEntry {
  id: string;
  organizationId: string | null;
  userId: string | null;
  kind: string;
  subjectId: string | null;
  detail: string | null;
  address: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Claims the stream for one process until `claimedUntil`. Returns the entry after which it goes on; undefined when claimed. */
export async function claimAuditStream(
  db: Queries,
  { now, claimedUntil }: { now: number; claimedUntil: number },
): Promise<string | undefined> {
  const claimed = await db.run(
    db.build
      .updateTable('audit_stream')
      .set({ claimed_until: claimedUntil })
      .where('claimed_until', '<=', now),
  );
  if (claimed === 0) return undefined;
  return (await db.first(db.build.selectFrom('audit_stream').select('last_id as id')))?.id;
}

/**
 * Returns `after`, or the last entry before `againFrom` if the clock was set back since: entries that were written then come
 * before `after` in the order of ids.
 */
export async function findStreamStart(
  db: Queries,
  after: string,
  { now, againFrom }: { now: number; againFrom: number },
): Promise<string> {
  const entries = db.build.selectFrom('audit').select('id');
  const ahead = await db.first(entries.where('id', '=', after).where('created_at', '>', now));
  if (!ahead) return after;
  return (
    (await db.first(entries.where('created_at', '<', againFrom).orderBy('id', 'desc').limit(1)))?.id ?? ''
  );
}

/** Stores the last streamed entry and ends the claim, unless that ran out and another process has claimed the stream since. */
export async function releaseAuditStream(
  db: Queries,
  { lastId, claimedUntil }: { lastId: string; claimedUntil: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('audit_stream')
      .set({ last_id: lastId, claimed_until: 0 })
      .where('claimed_until', '=', claimedUntil),
  );
}

/**
 * Returns entries of all organizations that come after `after`, in their order, up to the first that is not older than `until`:
 * an entry behind it may be older, and passing one would lose it.
 */
export async function listUnstreamedEntries(
  db: Queries,
  { after, until, limit }: { after: string; until: number; limit: number },
): Promise<StreamedEntry[]> {
  const entries = await db.all(
    db.build
      .selectFrom('audit')
      .select([
        'id',
        'organization_id as organizationId',
        'user_id as userId',
        'kind',
        'subject_id as subjectId',
        'detail',
        'address',
        'created_at as createdAt',
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  );
  const waiting = entries.findIndex(({ createdAt }) => createdAt >= until);
  return waiting === -1 ? entries : entries.slice(0, waiting);
}

/** Deletes entries older than `before` among the oldest `limit`. Returns how many. */
export async function deleteOldAuditEntries(db: Queries, before: number, limit: number): Promise<number> {
  // Ids are in the order of their times, so that SQLite has nothing to search.
  const oldest = await db.all(
    db.build.selectFrom('audit').select(['id', 'created_at as createdAt']).orderBy('id').limit(limit),
  );
  const old = oldest.filter(({ createdAt }) => createdAt < before).map(({ id }) => id);
  if (old.length === 0) return 0;
  return db.run(db.build.deleteFrom('audit').where('id', 'in', old));
}
