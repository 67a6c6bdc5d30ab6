import type { Queries } from '../core/queries';
import { type ExecutionMemory, insertReadQuery } from './run-memory';

/** Returns what an execution read of its integration's memory: the values, and for each loop the keys that were new. */
export function listExecutionMemory(db: Queries, executionId: string): Promise<ExecutionMemory[]> {
  return db.all(
    db.build
      .selectFrom('execution_memory')
      .select(['execution_id as executionId', 'loop_id as loopId', 'content'])
      .where('execution_id', '=', executionId)
      .orderBy('loop_id'),
  );
}

export async function insertExecutionMemory(db: Queries, read: ExecutionMemory): Promise<void> {
  await db.run(insertReadQuery(read));
}
