// The answers that senders of deliveries get, beyond the fact that their delivery is on disk.
import type { Queries } from '../core/queries';
import { compileQuery } from '../core/compiled-query';
import type { AnswerOutcome } from '../core/tables';
import type { ExecutionStatus } from '~/engine/run/execution-status';

/** An answer that was filled in, or the reason why it could not be. */
export interface MadeAnswer {
  executionId: string;
  /** Sealed JSON of the engine's `FilledAnswer`; also null when nobody will ask for it again. */
  answer: string | null;
  /** The answer as the log shows it, secrets masked. */
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

/** Stores an answer. The first one stays, since a run that was interrupted makes it again. */
export function insertAnswerQuery(made: MadeAnswer) {
  return makeQuery(made);
}

/** The outcome of sending an answer. */
interface DeliveryAnswer {
  executionId: string;
  outcome: AnswerOutcome;
  /** How long the sender waited for the answer, from the moment its delivery was on disk. */
  waitedMs: number;
}

const giveQuery = compileQuery<DeliveryAnswer>((build, value) =>
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

/** Stores the outcome for the sender; for a sender that came again, the latest one. */
export async function updateGiven(db: Queries, given: DeliveryAnswer): Promise<void> {
  await db.run(giveQuery(given));
}

/** The answer for a sender that waits for an execution. */
export interface AwaitedAnswer {
  executionId: string;
  status: ExecutionStatus;
  answer: string | null;
  problem: string | null;
}

/** Returns the answers of those executions among `ids` that still exist. */
export function listAwaited(db: Queries, ids: string[]): Promise<AwaitedAnswer[]> {
  return db.all(
    db.build
      .selectFrom('executions')
      .leftJoin('delivery_answers', 'execution_id', 'executions.id')
      .select(['executions.id as executionId', 'status', 'answer', 'problem'])
      .where('executions.id', 'in', ids),
  );
}
