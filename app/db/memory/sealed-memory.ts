// What is sealed of memories, so that another key can take its place.
import type { Queries } from '../core/queries';
import { inBatches } from '../core/sealed-values';
import type { ExecutionMemory } from './run-memory';

/** Rows are read so many at a time. */
const batchSize = 500;

export interface SealedRemembered {
  integrationId: string;
  name: string;
  value: string;
}

export function eachSealedRemembered(db: Queries): AsyncGenerator<SealedRemembered> {
  return inBatches<SealedRemembered>((last) =>
    db.all(
      db.build
        .selectFrom('remembered_values')
        .select(['integration_id as integrationId', 'name', 'value'])
        .where((eb) =>
          eb(
            eb.refTuple('integration_id', 'name'),
            '>',
            eb.tuple(last?.integrationId ?? '', last?.name ?? ''),
          ),
        )
        .orderBy('integration_id')
        .orderBy('name')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedRemembered(
  db: Queries,
  { integrationId, name, value }: SealedRemembered,
): Promise<void> {
  await db.run(
    db.build
      .updateTable('remembered_values')
      .set({ value })
      .where('integration_id', '=', integrationId)
      .where('name', '=', name),
  );
}

export function eachSealedExecutionMemory(db: Queries): AsyncGenerator<ExecutionMemory> {
  return inBatches<ExecutionMemory>((last) =>
    db.all(
      db.build
        .selectFrom('execution_memory')
        .select(['execution_id as executionId', 'loop_id as loopId', 'content'])
        .where((eb) =>
          eb(
            eb.refTuple('execution_id', 'loop_id'),
            '>',
            eb.tuple(last?.executionId ?? '', last?.loopId ?? ''),
          ),
        )
        .orderBy('execution_id')
        .orderBy('loop_id')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedExecutionMemory(
  db: Queries,
  { executionId, loopId, content }: ExecutionMemory,
): Promise<void> {
  await db.run(
    db.build
      .updateTable('execution_memory')
      .set({ content })
      .where('execution_id', '=', executionId)
      .where('loop_id', '=', loopId),
  );
}
