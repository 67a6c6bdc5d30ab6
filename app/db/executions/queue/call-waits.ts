// Executions that wait before a call. Each has begun, and its job is free until the wait is over. The row is deleted when the
// run goes on or ends, so that a look-up searches only a small table.
import { sql } from 'kysely';
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';
import type { Tables } from '../../core/tables';

export type NewCallWait = Tables['execution_waits'];

export const insertCallWaitQuery = compileQuery<NewCallWait>((build, value) =>
  build
    .insertInto('execution_waits')
    .values({
      execution_id: value('execution_id'),
      job_id: value('job_id'),
      call_name: value('call_name'),
      until: value('until'),
      answer_hash: value('answer_hash'),
    })
    .onConflict((conflict) =>
      conflict.column('execution_id').doUpdateSet({
        job_id: value('job_id'),
        call_name: value('call_name'),
        until: value('until'),
        answer_hash: value('answer_hash'),
      }),
    ),
);

export const deleteCallWaitQuery = compileQuery<{ executionId: string }>((build, value) =>
  build.deleteFrom('execution_waits').where('execution_id', '=', value('executionId')),
);

/** Makes the job of a waiting execution due now, unless a runner holds it. */
export const makeDueQuery = compileQuery<{ executionId: string; now: number }>((build, value) =>
  build
    .updateTable('jobs')
    .set({ run_at: value('now') })
    .where('id', '=', (eb) =>
      eb.selectFrom('execution_waits').select('job_id').where('execution_id', '=', value('executionId')),
    )
    .where('subject_id', '=', value('executionId'))
    .where('lease_owner', 'is', null),
);

/** Ends the wait of an execution that was ended from outside: its job is dropped at the next claim, not weeks later. */
export function endCallWaitQueries({ executionId, now }: { executionId: string; now: number }) {
  return [makeDueQuery({ executionId, now }), deleteCallWaitQuery({ executionId })];
}

/**
 * Deletes the job of a waiting execution that is deleted: it would stay until the end of the wait, whose row is deleted, too.
 */
export const deleteWaitingJobQuery = compileQuery<{ executionId: string }>((build, value) =>
  build
    .deleteFrom('jobs')
    .where('id', '=', (eb) =>
      eb.selectFrom('execution_waits').select('job_id').where('execution_id', '=', value('executionId')),
    )
    .where('subject_id', '=', value('executionId'))
    .where('lease_owner', 'is', null),
);

export interface FoundWait {
  callName: string;
  /** Milliseconds since 1970. */
  until: number;
  /** Null for a wait that needs no answer. */
  answerHash: string | null;
}

/** Returns the call that an execution waits before, and until when; undefined when it does not wait. */
export async function findCallWait(db: Queries, executionId: string): Promise<FoundWait | undefined> {
  return db.first(findQuery({ executionId }));
}

const findQuery = compileQuery<{ executionId: string }, FoundWait>((build, value) =>
  build
    .selectFrom('execution_waits')
    .select(['call_name as callName', 'until', 'answer_hash as answerHash'])
    .where('execution_id', '=', value('executionId')),
);

/** Returns the waits of those executions that wait before a call, by the execution's id. */
export async function listCallWaits(db: Queries, executionIds: string[]): Promise<Map<string, FoundWait>> {
  if (executionIds.length === 0) return new Map();
  const rows = await db.all(
    db.build
      .selectFrom('execution_waits')
      .select(['execution_id as id', 'call_name as callName', 'until', 'answer_hash as answerHash'])
      .where('execution_id', 'in', executionIds),
  );
  return new Map(rows.map(({ id, ...wait }) => [id, wait]));
}

/** Returns how many executions wait before a call. */
export async function countCallWaits(db: Queries): Promise<number> {
  const row = await db.first(
    db.build.selectFrom('execution_waits').select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return row?.count ?? 0;
}

/** Builds a condition that leaves out executions that wait before a call; `id` is the column with the execution's id. */
export function waitsNot(id: 'execution_id' | 'id' | 'subject_id') {
  return sql<boolean>`${sql.ref(id)} not in (select execution_id from execution_waits)`;
}

/** Ends the wait of an execution now. Returns false when it does not wait, or a runner already holds its job. */
export async function continueCallWait(
  db: Queries,
  { executionId, now }: { executionId: string; now: number },
): Promise<boolean> {
  if ((await db.run(makeDueQuery({ executionId, now }))) === 0) return false;
  await db.runAll([
    db.build.updateTable('execution_waits').set({ until: now }).where('execution_id', '=', executionId),
    db.build
      .updateTable('steps')
      .set({ detail: sql<string>`json_set(detail, '$.continuedAt', ${Math.round(now)})` })
      .where('execution_id', '=', executionId)
      .where('kind', '=', 'wait')
      .where('status', '=', 'running'),
  ]);
  return true;
}
