// The paces of connections: one row each for what was sent and promised, and the turns of the executions that wait.
import type { PaceSlot } from '~/engine/connections/pace';
import type { Queries } from '../core/queries';

/** Returns the slot of a connection; undefined when the connection no longer exists. */
export async function findPaceSlot(db: Queries, connectionId: string): Promise<PaceSlot | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('connections')
      .leftJoin('pace_slots', 'connection_id', 'connections.id')
      .select(['sent_until as sentUntil', 'promised_until as promisedUntil'])
      .where('connections.id', '=', connectionId),
  );
  return row && { sentUntil: row.sentUntil ?? 0, promisedUntil: row.promisedUntil ?? 0 };
}

export async function upsertPaceSlot(
  db: Queries,
  connectionId: string,
  { sentUntil, promisedUntil }: PaceSlot,
): Promise<void> {
  const times = { sent_until: sentUntil, promised_until: promisedUntil };
  await db.run(
    db.build
      .insertInto('pace_slots')
      .values({ connection_id: connectionId, ...times })
      .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(times)),
  );
}

/** A turn that was promised to a waiting call, which a runner may hold. */
export interface PaceTurn {
  executionId: string;
  connectionId: string;
  step: number;
  attempt: number;
  /** When the call began to wait, and when it may be sent, in milliseconds since 1970. */
  since: number;
  at: number;
}

/** Returns the turn of a step of an execution, or the next one of all its steps. */
export function findPaceTurn(db: Queries, executionId: string, step?: number): Promise<PaceTurn | undefined> {
  return db.first(
    db.build
      .selectFrom('pace_turns')
      .select([
        'execution_id as executionId',
        'connection_id as connectionId',
        'step',
        'attempt',
        'since',
        'at',
      ])
      .where('execution_id', '=', executionId)
      .$if(step !== undefined, (query) => query.where('step', '=', step ?? 0))
      .orderBy('at')
      .limit(1),
  );
}

/** Stores the turn of a step, which waits for one turn at a time. */
export async function upsertPaceTurn(
  db: Queries,
  { executionId, step, connectionId, ...turn }: PaceTurn,
): Promise<void> {
  const columns = { connection_id: connectionId, ...turn };
  await db.run(
    db.build
      .insertInto('pace_turns')
      .values({ execution_id: executionId, step, ...columns })
      .onConflict((conflict) => conflict.columns(['execution_id', 'step']).doUpdateSet(columns)),
  );
}

export async function deletePaceTurn(
  db: Queries,
  { executionId, step }: Pick<PaceTurn, 'executionId' | 'step'>,
): Promise<void> {
  await db.run(
    db.build.deleteFrom('pace_turns').where('execution_id', '=', executionId).where('step', '=', step),
  );
}

/** Deletes promised turns after a change of the pace. Waiting calls ask again at their former turn; sent calls still count. */
export async function deletePromisedTurns(db: Queries, connectionId: string): Promise<void> {
  await db.run(
    db.build.updateTable('pace_slots').set({ promised_until: 0 }).where('connection_id', '=', connectionId),
  );
  await db.run(db.build.deleteFrom('pace_turns').where('connection_id', '=', connectionId));
}
