// The row of what a sender is answered; it belongs to `Schema`.
import type { ColumnType } from 'kysely';

type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;

/** What became of a sender that was to be answered so. */
export type AnswerOutcome = 'answered' | 'failed' | 'timed-out' | 'too-many' | 'gone';

export interface AnswerSchema {
  /** One for each execution whose delivery is answered as its trigger says. */
  delivery_answers: {
    execution_id: string;
    /** Sealed JSON of the engine's `FilledAnswer`, for a sender that waits, or comes again. */
    answer: Defaulted<string | null>;
    /** JSON of the engine's `FilledAnswer`, secrets masked. */
    shown: Defaulted<string | null>;
    /** Why it could not be filled in. */
    problem: Defaulted<string | null>;
    outcome: Defaulted<AnswerOutcome | null>;
    waited_ms: Defaulted<number | null>;
  };
}
