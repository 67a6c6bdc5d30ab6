// What the senders of deliveries are answered, beyond that their delivery is on disk.
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import type { AnswerOutcome } from '../core/schema';
import type { ExecutionStatus } from '~/engine/run/execution-status';

/** An answer that was filled in, or why it could not be. */
export interface MadeAnswer {
  executionId: string;
  /** Sealed JSON of the engine's `FilledAnswer`; null also when nobody will ask for it again. */
  answer: string | null;
  /** The same as the log shows it, secrets masked. */
  shown: string | null;
  problem: string | null;
}

const makeQuery = compileQuery<MadeAnswer>((build, value) =>
  build
    .insertInto('delivery_answers')
    .values({
      execution_id: value('executionId'),
      answer: value('answer'),
      shown: value('shown'),
      problem: value('problem'),
    })
    .onConflict((conflict) =>
      conflict
        .column('execution_id')
        .doUpdateSet((eb) => ({
          answer: eb.ref('excluded.answer'),
          shown: eb.ref('excluded.shown'),
          problem: eb.ref('excluded.problem'),
        }))
        .where('delivery_answers.answer', 'is', null)
        .where('delivery_answers.problem', 'is', null),
    ),
);

/** Keeps an answer; the first one stays, since a run that was interrupted makes it again. */
export function insertAnswerQuery(made: MadeAnswer) {
  return makeQuery(made);
}

/** How an answer went to its sender. */
export interface GivenAnswer {
  executionId: string;
  outcome: AnswerOutcome;
  /** How long the sender waited for it, from the moment that its delivery was on disk. */
  waitedMs: number;
}

const giveQuery = compileQuery<GivenAnswer>((build, value) =>
  build
    .insertInto('delivery_answers')
    .values({
      execution_id: value('executionId'),
      outcome: value('outcome'),
      waited_ms: value('waitedMs'),
    })
    .onConflict((conflict) =>
      conflict.column('execution_id').doUpdateSet((eb) => ({
        outcome: eb.ref('excluded.outcome'),
        waited_ms: eb.ref('excluded.waited_ms'),
      })),
    ),
);

/** Writes down what became of the sender; of one that came again, what became of it last. */
export async function updateGiven(db: Queries, given: GivenAnswer): Promise<void> {
  await db.run(giveQuery(given));
}

/** What can be answered to a sender that waits for an execution. */
export interface AwaitedAnswer {
  executionId: string;
  status: ExecutionStatus;
  answer: string | null;
  problem: string | null;
}

/** Of those among `ids` that are still there. */
export function listAwaited(db: Queries, ids: string[]): Promise<AwaitedAnswer[]> {
  return db.all(
    db.build
      .selectFrom('executions')
      .leftJoin('delivery_answers', 'execution_id', 'executions.id')
      .select(['executions.id as executionId', 'status', 'answer', 'problem'])
      .where('executions.id', 'in', ids),
  );
}
