// Builds the queries by which a run writes to the memory of its integration, in the transaction that stores the step, and reads
// that memory.
import { type Compilable, sql } from 'kysely';
import { compileQuery } from '../core/compiled-query';
import type { Queries } from '../core/queries';

export interface NewRemembered {
  integrationId: string;
  name: string;
  /** Sealed. */
  value: string;
  length: number;
  isSecret: 0 | 1;
  executionId: string | null;
  now: number;
}

/** The key of a for each of an integration. */
export interface LoopKey {
  integrationId: string;
  loopId: string;
}

/** Stands for the first run of a for each, among the digests of the entries that it is done with. No key has this digest. */
export const firstRunDigest = '';

export type MemoryWrite =
  | { kind: 'value'; value: NewRemembered }
  /** An entry that the for each is done with, or {@link firstRunDigest}. */
  | { kind: 'seen'; entry: LoopKey & { digest: string; now: number } }
  /** Deletes all entries of the for each except the newest `most`. */
  | { kind: 'forget-oldest'; entries: LoopKey & { most: number } }
  | { kind: 'read'; read: ExecutionMemory };

/** The memory that an execution read; see the table. */
export interface ExecutionMemory {
  executionId: string;
  loopId: string;
  /** Sealed. */
  content: string;
}

export function toMemoryQuery(write: MemoryWrite): Compilable<unknown> {
  switch (write.kind) {
    case 'value':
      return rememberQuery(write.value);
    case 'seen':
      return seenOf(write.entry);
    case 'forget-oldest':
      return forgetOldestQuery(write.entries);
    case 'read':
      return insertReadQuery(write.read);
  }
}

function seenOf({ digest, ...entry }: LoopKey & { digest: string; now: number }) {
  return seenQuery({ ...entry, digests: JSON.stringify([digest]) });
}

/** Stores a value; the last writer wins. Stores nothing for an integration that has been deleted. */
export const rememberQuery = compileQuery<NewRemembered>((build, value) =>
  build
    .insertInto('remembered_values')
    .columns(['integration_id', 'name', 'value', 'length', 'is_secret', 'execution_id', 'updated_at'])
    .expression(
      build
        .selectFrom('integrations')
        .select((eb) => [
          'id',
          eb.val(value('name')).as('name'),
          eb.val(value('value')).as('value'),
          sql<number>`cast(${value('length')} as integer)`.as('length'),
          sql<0 | 1>`cast(${value('isSecret')} as integer)`.as('is_secret'),
          eb.val(value('executionId')).as('execution_id'),
          sql<number>`cast(${value('now')} as integer)`.as('updated_at'),
        ])
        .where('id', '=', value('integrationId'))
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'name']).doUpdateSet({
        value: sql`excluded.value`,
        length: sql`excluded.length`,
        is_secret: sql`excluded.is_secret`,
        execution_id: sql`excluded.execution_id`,
        updated_at: sql`excluded.updated_at`,
      }),
    ),
);

/**
 * Stores entries that the for each is done with, each with the last time. At the time 0, of what a first run found, an entry counts
 * only beside {@link firstRunDigest}, which is stored with the step: so a run that dies in between has remembered nothing. Stores
 * nothing for an integration that has been deleted.
 */
const seenQuery = compileQuery<LoopKey & { digests: string; now: number }>((build, value) =>
  build
    .insertInto('seen_entries')
    .columns(['integration_id', 'loop_id', 'digest', 'seen_at'])
    .expression(
      build
        .selectFrom('integrations')
        .innerJoin(
          sql<{ digest: string }>`(select value as digest from json_each(${value('digests')}))`.as('listed'),
          (join) => join.onTrue(),
        )
        .select((eb) => [
          'integrations.id',
          eb.val(value('loopId')).as('loop_id'),
          'listed.digest',
          sql<number>`cast(${value('now')} as integer)`.as('seen_at'),
        ])
        .where('integrations.id', '=', value('integrationId'))
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'loop_id', 'digest'])
        .doUpdateSet({ seen_at: sql`max(seen_at, excluded.seen_at)` }),
    ),
);

const stillThereQuery = compileQuery<LoopKey & { digests: string; now: number }>((build, value) =>
  build
    .updateTable('seen_entries')
    .set({ seen_at: sql`cast(${value('now')} as integer)` })
    .where('integration_id', '=', value('integrationId'))
    .where('loop_id', '=', value('loopId'))
    .where('digest', 'in', sql<string>`(select value from json_each(${value('digests')}))`),
);

const forgetOldestQuery = compileQuery<LoopKey & { most: number }>((build, value) =>
  build
    .deleteFrom('seen_entries')
    .where('integration_id', '=', value('integrationId'))
    .where('loop_id', '=', value('loopId'))
    .where('digest', 'in', (eb) =>
      eb
        .selectFrom('seen_entries as kept')
        .select('kept.digest')
        .where('kept.integration_id', '=', value('integrationId'))
        .where('kept.loop_id', '=', value('loopId'))
        .where('kept.digest', '<>', firstRunDigest)
        .orderBy('kept.seen_at', 'desc')
        // In the order of the index, so that SQLite sorts nothing.
        .orderBy('kept.digest', 'desc')
        .limit(sql<number>`-1`)
        .offset(value('most')),
    ),
);

/** Stores what a run read. A run that goes on after an interruption has read the same before. */
export const insertReadQuery = compileQuery<ExecutionMemory>((build, value) =>
  build
    .insertInto('execution_memory')
    .values({
      execution_id: value('executionId'),
      loop_id: value('loopId'),
      content: value('content'),
    })
    .onConflict((conflict) => conflict.columns(['execution_id', 'loop_id']).doNothing()),
);

export interface SeenEntry {
  digest: string;
  /** When the run was done with the entry, or last found it in a list that it compared; milliseconds since 1970. */
  seenAt: number;
}

/** Stores entries that a first run found; see the query. */
export async function insertListed(db: Queries, key: LoopKey, digests: readonly string[]): Promise<void> {
  await db.run(seenQuery({ ...key, digests: JSON.stringify(digests), now: 0 }));
}

const firstSeenQuery = compileQuery<LoopKey, { seenAt: number }>((build, value) =>
  build
    .selectFrom('seen_entries')
    .select('seen_at as seenAt')
    .where('integration_id', '=', value('integrationId'))
    .where('loop_id', '=', value('loopId'))
    .where('seen_at', '>', 0)
    .limit(1),
);

/** Checks whether a run has gone through the for each, or completed an item of it, since its entries were last forgotten. */
export async function hasSeen(db: Queries, key: LoopKey): Promise<boolean> {
  return (await db.first(firstSeenQuery({ ...key }))) !== undefined;
}

const listSeenQuery = compileQuery<LoopKey & { digests: string }, SeenEntry>((build, value) =>
  build
    .selectFrom('seen_entries')
    .select(['digest', 'seen_at as seenAt'])
    .where('integration_id', '=', value('integrationId'))
    .where('loop_id', '=', value('loopId'))
    .where('digest', 'in', sql<string>`(select value from json_each(${value('digests')}))`)
    .where((eb) =>
      eb.or([
        eb('seen_at', '>', 0),
        eb.exists(
          eb
            .selectFrom('seen_entries as first')
            .select('first.digest')
            .where('first.integration_id', '=', value('integrationId'))
            .where('first.loop_id', '=', value('loopId'))
            .where('first.digest', '=', firstRunDigest),
        ),
      ]),
    ),
);

/** Returns the entries among digests that the for each is done with. */
export function listSeen(db: Queries, key: LoopKey, digests: readonly string[]): Promise<SeenEntry[]> {
  return db.all(listSeenQuery({ ...key, digests: JSON.stringify(digests) }));
}

/** Notes that entries are still in the list, so that they are not the first to be deleted. */
export async function updateStillThere(
  db: Queries,
  key: LoopKey,
  { digests, now }: { digests: readonly string[]; now: number },
): Promise<void> {
  await db.run(stillThereQuery({ ...key, digests: JSON.stringify(digests), now }));
}
