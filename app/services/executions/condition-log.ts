import type { LoggedStep, StoredCondition } from '~/db/executions/steps';
import { parseJson, stringifyJson } from '~/engine/json/json';
import type { ConditionLog } from './log-schema';

/** The comparisons of an execution's steps, in the order they were made. */
export function describeConditions(steps: LoggedStep[]): ConditionLog[] {
  return steps.flatMap(({ step, kind, call_id, detail }) => {
    if (kind !== 'condition' || detail === null) return [];
    const { checks, ...stored } = parseJson(detail) as StoredCondition;
    return checks.map((check) => ({
      step,
      conditionalStepId: call_id,
      conditionMet: check.met,
      fieldName: check.fieldName,
      conditionType: check.conditionType,
      expectedValue: check.expectedValue ?? null,
      actualValue: check.actualValue ?? null,
      // Earlier releases knew no other ways.
      match: stored.match ?? 'all',
      otherwise: stored.otherwise === undefined ? readOtherwise(stored) : stored.otherwise,
      nextApiCallAction: stored.nextApiCallAction,
      skippedCallName: stored.skippedCallName ?? null,
      nextCallName: stored.nextCallName,
      // Compared numbers keep their digits; the time is one of ours and a number.
      timestamp: new Date(Number(stored.at)).toISOString(),
    }));
  });
}

function readOtherwise({ conditionMet }: Pick<StoredCondition, 'conditionMet'>): ConditionLog['otherwise'] {
  return conditionMet ? null : 'skip_next';
}

/** What a check compared, as texts: no expected value is no text, no actual one 'null/missing'. */
export function formatCompared({
  expectedValue: expected,
  actualValue: actual,
}: Pick<ConditionLog, 'expectedValue' | 'actualValue'>): { expectedValue: string; actualValue: string } {
  return {
    expectedValue: expected === null ? '' : formatValue(expected),
    actualValue: actual === null ? 'null/missing' : formatValue(actual),
  };
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
