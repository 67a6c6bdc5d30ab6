// Deletes large files in portions: one part in a transaction, since a part has as many bytes as a transaction may delete.
import type { ExpressionBuilder } from 'kysely';
import type { Queries } from '../../core/queries';
import type { Tables } from '../../core/tables';

type Files = ExpressionBuilder<Tables, 'saved_files'>;

function isUsed(eb: Files) {
  return eb.exists(
    eb.selectFrom('saved_file_uses').select('step').whereRef('file_id', '=', 'saved_files.id'),
  );
}

/** Whether the execution that downloaded it may still go on. */
function isUnderWay(eb: Files) {
  return eb.exists(
    eb
      .selectFrom('executions')
      .select('executions.id')
      .whereRef('executions.id', '=', 'saved_files.execution_id')
      .where('status', 'in', ['queued', 'running']),
  );
}

/** Whether an execution that uses it may still go on, or is to be replayed automatically. */
function isNeeded(eb: Files) {
  return eb.exists(
    eb
      .selectFrom('saved_file_uses')
      .innerJoin('executions', 'executions.id', 'saved_file_uses.execution_id')
      .leftJoin('automatic_replays', 'automatic_replays.execution_id', 'executions.id')
      .select('step')
      .whereRef('file_id', '=', 'saved_files.id')
      .where((use) => use.or([use('status', 'in', ['queued', 'running']), use('due_at', 'is not', null)])),
  );
}

function hasParts(eb: Files) {
  return eb.exists(
    eb.selectFrom('saved_file_parts').select('part').whereRef('file_id', '=', 'saved_files.id'),
  );
}

/**
 * Looks at the next files behind an id, in the order of ids, `limit` at most. Returns the ids of those that no execution uses any
 * more: no recorded step saved them, and the execution that downloaded them has ended or is deleted; and of those whose bytes were
 * given up to make room and that still have parts. `last` is the last one looked at, after which to go on; undefined when there
 * are no more.
 */
export async function listUnusedFiles(
  db: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<{ ids: string[]; last: string | undefined }> {
  // The condition is a column: as a filter it would read on, through the files that are kept, until so many are found.
  const seen = await db.all(
    db.build
      .selectFrom('saved_files')
      .select('id')
      .select((eb) =>
        eb
          .or([
            eb.and([eb.not(isUsed(eb)), eb.not(isUnderWay(eb))]),
            eb.and([eb('removed_at', 'is not', null), hasParts(eb)]),
          ])
          .as('isUnused'),
      )
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  );
  const ids = seen.filter(({ isUnused }) => isUnused).map(({ id }) => id);
  return { ids, last: seen.length < limit ? undefined : seen.at(-1)?.id };
}

/** Checks whether an organization has files, with parts or without. */
export async function hasFiles(db: Queries, organizationId: string): Promise<boolean> {
  const one = db.build
    .selectFrom('saved_files')
    .select('id')
    .where('organization_id', '=', organizationId)
    .limit(1);
  return (await db.first(one)) !== undefined;
}

/**
 * Returns a file that an attempt of a call downloaded before this one began (`beganAt`, in milliseconds since 1970), and no step
 * recorded. A later one belongs to a server that has taken the execution over.
 */
export async function findAbandonedFile(
  db: Queries,
  { executionId, callKey, beganAt }: { executionId: string; callKey: string; beganAt: number },
): Promise<string | undefined> {
  const found = await db.first(
    db.build
      .selectFrom('saved_files')
      .select('id')
      .where('execution_id', '=', executionId)
      .where('call_key', '=', callKey)
      .where('created_at', '<=', beganAt)
      .where((eb) => eb.not(isUsed(eb)))
      .limit(1),
  );
  return found?.id;
}

/**
 * Gives up the oldest file of an organization that only executions use which have ended and are not to be replayed automatically;
 * its row stays, by which their logs say so. Returns its id; undefined when there is none.
 */
export async function giveUpOldestFile(
  tx: Queries,
  { organizationId, now }: { organizationId: string; now: number },
): Promise<string | undefined> {
  const oldest = await tx.first(
    tx.build
      .selectFrom('saved_files')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('removed_at', 'is', null)
      .where('sha256', 'is not', null)
      .where((eb) => eb.not(isUnderWay(eb)))
      .where((eb) => eb.not(isNeeded(eb)))
      .orderBy('created_at')
      .limit(1),
  );
  if (!oldest) return undefined;
  await tx.run(tx.build.updateTable('saved_files').set({ removed_at: now }).where('id', '=', oldest.id));
  return oldest.id;
}

/** Deletes the last part of a file, or without parts the file itself, unless a log tells of it. Returns how many rows: 0 or 1. */
export async function deleteSomeOfFile(tx: Queries, fileId: string): Promise<number> {
  const last = await tx.first(
    tx.build
      .selectFrom('saved_file_parts')
      .select('part')
      .where('file_id', '=', fileId)
      .orderBy('part', 'desc')
      .limit(1),
  );
  if (last) {
    return await tx.run(
      tx.build.deleteFrom('saved_file_parts').where('file_id', '=', fileId).where('part', '=', last.part),
    );
  }
  return await tx.run(
    tx.build
      .deleteFrom('saved_files')
      .where('id', '=', fileId)
      .where((eb) => eb.not(isUsed(eb))),
  );
}
