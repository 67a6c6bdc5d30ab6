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

function hasParts(eb: Files) {
  return eb.exists(
    eb.selectFrom('saved_file_parts').select('part').whereRef('file_id', '=', 'saved_files.id'),
  );
}

/**
 * Deletes a part of a file, of one organization or of any, that no execution uses any more: no recorded step saved it, and the
 * execution that downloaded it has ended or is deleted. A file whose bytes were given up to make room loses its parts as well. A
 * file without parts is deleted itself. Returns how many rows it deleted: 0 when there are no such files.
 */
export async function deleteSomeUnusedFiles(tx: Queries, organizationId?: string): Promise<number> {
  const unused = await tx.first(
    tx.build
      .selectFrom('saved_files')
      .select('id')
      .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
      .where((eb) =>
        eb.or([
          eb.and([eb.not(isUsed(eb)), eb.not(isUnderWay(eb))]),
          eb.and([eb('removed_at', 'is not', null), hasParts(eb)]),
        ]),
      )
      .limit(1),
  );
  return unused ? await deleteSomeOfFile(tx, unused.id) : 0;
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
 * Gives up the oldest file of an organization that only executions use which have ended; its row stays, by which their logs say so.
 * Returns its id; undefined when there is none.
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
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('saved_file_uses')
              .innerJoin('executions', 'executions.id', 'saved_file_uses.execution_id')
              .select('step')
              .whereRef('file_id', '=', 'saved_files.id')
              .where('status', 'in', ['queued', 'running']),
          ),
        ),
      )
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
