import type { ConditionCheck, ConditionChecked } from '~/engine/events/event';
import { parseJson } from '~/engine/json/json';
import type { Queries } from '../../core/queries';
import { selectLoggedSteps } from '../steps';

/** A conditional step that was reached, as `steps.detail` keeps it. */
export type StoredCondition = Pick<
  ConditionChecked,
  'checks' | 'conditionMet' | 'nextApiCallAction' | 'nextCallName'
> & {
  /** Absent from what earlier releases stored. */
  skippedCallName?: string | null;
  /** Milliseconds since 1970. */
  at: number;
};

/** One comparison of a conditional step. */
export interface ConditionLog {
  /** Place in the run of the step it belongs to, from 0. */
  step: number;
  conditionalStepId: string;
  conditionMet: boolean;
  fieldName: string;
  conditionType: string;
  expectedValue: unknown;
  /** Null also when there was no such variable or path. */
  actualValue: unknown;
  /** What followed from all the comparisons of the step. */
  nextApiCallAction: 'execute' | 'skip';
  /** The call that was left out because a check of the step failed; null also in logs of earlier releases. */
  skippedCallName: string | null;
  /** The call that the run went on with; null at the end of the chain. */
  nextCallName: string | null;
  timestamp: string;
}

/** The comparisons of an execution, in the order they were made. */
export function listConditionLogs(db: Queries, executionId: string): ConditionLog[] {
  return db
    .all(selectLoggedSteps(db, executionId).where('kind', '=', 'condition'))
    .flatMap(({ step, call_id, detail }) => {
      if (detail === null) return [];
      const stored = parseStored(detail);
      return stored.checks.map((check) => describeCheck({ step, id: call_id, stored, check }));
    });
}

/** Compared numbers keep their digits; the time is one of ours and a number. */
function parseStored(detail: string): StoredCondition {
  const stored = parseJson(detail) as StoredCondition;
  return { ...stored, at: Number(stored.at) };
}

function describeCheck({
  step,
  id,
  stored,
  check,
}: {
  step: number;
  id: string;
  stored: StoredCondition;
  check: ConditionCheck;
}): ConditionLog {
  return {
    step,
    conditionalStepId: id,
    conditionMet: check.met,
    fieldName: check.fieldName,
    conditionType: check.conditionType,
    expectedValue: check.expectedValue ?? null,
    actualValue: check.actualValue ?? null,
    nextApiCallAction: stored.nextApiCallAction,
    skippedCallName: stored.skippedCallName ?? null,
    nextCallName: stored.nextCallName,
    timestamp: new Date(stored.at).toISOString(),
  };
}
