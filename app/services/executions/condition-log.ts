import type { LogRows } from '~/db/executions/logs/execution-logs';
import type { StoredCondition } from '~/db/executions/steps';
import { compareSteps } from '~/engine/events/step-number';
import { parseJson, stringifyJson } from '~/engine/json/json';
import type { ConditionLog } from './log-schema';
import { placeOfItem } from './loop-log';

/** Describes the comparisons of an execution's steps, in the order they were made. */
export function describeConditions({ steps, loops }: Pick<LogRows, 'steps' | 'loops'>): ConditionLog[] {
  const all = [...steps, ...loops.flatMap((loop) => loop.steps)].toSorted(compareSteps);
  return all.flatMap(({ step, kind, call_id, detail, loop_id, item }) => {
    if (kind !== 'condition' || detail === null) return [];
    const { checks, ...stored } = parseJson(detail) as StoredCondition;
    const place = placeOfItem(loops, { loop_id, item });
    const logs = checks.map((check) => ({
      step,
      conditionalStepId: call_id,
      conditionMet: check.met,
      fieldName: check.fieldName,
      conditionType: check.conditionType,
      expectedValue: check.expectedValue ?? null,
      actualValue: check.actualValue ?? null,
      // Logs of earlier releases have no `match`: all comparisons had to hold.
      match: stored.match ?? 'all',
      otherwise: stored.otherwise === undefined ? readOtherwise(stored) : stored.otherwise,
      nextApiCallAction: stored.nextApiCallAction,
      skippedCallName: stored.skippedCallName ?? null,
      nextCallName: stored.nextCallName,
      // The parser keeps the digits of compared numbers; the time is our own and an ordinary number.
      timestamp: new Date(Number(stored.at)).toISOString(),
    }));
    return logs.map((log) => Object.assign(log, place));
  });
}

function readOtherwise({ conditionMet }: Pick<StoredCondition, 'conditionMet'>): ConditionLog['otherwise'] {
  return conditionMet ? null : 'skip_next';
}

/** Returns the compared values as texts: a missing expected value is empty, a missing actual value is 'null/missing'. */
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
