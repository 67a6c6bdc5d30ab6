// Converts conditions, response rules and retries to the texts that the screen shows; runs on the server.
import { formatMilliseconds } from '~/components/time/time-format';
import { describeConsequence } from '~/engine/events/consequence';
import { formatCompared } from '~/services/executions/condition-log';
import type {
  ConditionLog,
  ResponseHandling,
  RetryAttempt,
  RetryData,
} from '~/services/executions/log-schema';
import type { ScheduledExecution } from '~/engine/logged';
import { truncate } from '~/engine/texts/truncate';

export interface ConditionView {
  key: string;
  /** The number of the condition's step in the run. */
  step: number;
  fieldName: string;
  conditionType: string;
  expected: string;
  actual: string;
  met: boolean;
  /** The consequence of the step's checks. */
  next: string;
  /** The loop's item that was checked; null outside loops. */
  item: { loop: string; index: number } | null;
}

/** A label and a value. The browser formats a time, since it knows the user's time zone. */
export type Fact = [label: string, value: string | { at: string }];

export interface HandlingView {
  facts: Fact[];
}

export interface RetriesView {
  title: string;
  attempts: {
    number: number;
    status: string;
    tone: 'good' | 'bad' | 'info';
    details: string;
    /** The beginning of the response's body. */
    body: string;
  }[];
}

const maxValueLength = 200;

export function viewCondition(log: ConditionLog, index: number): ConditionView {
  const { expectedValue, actualValue } = formatCompared(log);
  const goesOn = log.nextApiCallAction === 'execute' ? 'Will Execute' : 'Will Skip';
  return {
    key: `${log.step}-${index}`,
    step: log.step,
    fieldName: log.fieldName,
    conditionType: log.conditionType,
    expected: truncate(expectedValue, maxValueLength),
    actual: truncate(actualValue, maxValueLength),
    met: log.conditionMet,
    next: `${goesOn}: ${describeConsequence(log)}`,
    item: log.loop ? { loop: log.loop.id, index: log.loop.index } : null,
  };
}

const actions: Record<ResponseHandling['matchedAction'], string> = {
  continue: 'Continue',
  stop_notify: 'Stop and notify',
  retry: 'Retry',
  webhook: 'Call webhook',
  go_to: 'Continue with a later call',
  end: 'End the run',
};

export function viewHandling(info: ResponseHandling): HandlingView {
  const facts: Fact[] = [
    ['Action', actions[info.matchedAction]],
    ['Matched', info.matchedStatusCode ?? 'Default action'],
  ];
  if (info.matchedConditions) facts.push(['When', info.matchedConditions]);
  if (info.note) facts.push(['Not checked', info.note]);
  if (info.totalRetries > 0) {
    // The title of the attempts has their number.
    facts.push(['Succeeded eventually', info.finalSuccess ? 'Yes' : 'No']);
  }
  if (info.executionStopped) facts.push(['Execution stopped', info.stopReason ?? 'Yes']);
  return { facts };
}

/** Describes the retries. Counts attempts as they are numbered: from 1, including the first. */
export function viewRetries({ maxRetries, retryAttempts }: RetryData): RetriesView {
  const most = maxRetries === null ? '' : ` of ${maxRetries + 1}`;
  return {
    title: `Retry Attempts (${retryAttempts.length}${most})`,
    attempts: retryAttempts.map((attempt) => ({
      number: attempt.attemptNumber,
      ...describeAttempt(attempt),
      details: describeTimes(attempt),
      body: truncate(attempt.responseBody ?? '', maxValueLength),
    })),
  };
}

function describeAttempt({ statusCode, error, duration }: RetryAttempt) {
  if (duration === null) return { status: 'In progress', tone: 'info' as const };
  const tone = error === null ? ('good' as const) : ('bad' as const);
  return { status: statusCode === null ? (error ?? 'No response') : `HTTP ${statusCode}`, tone };
}

function describeTimes({ duration, delayMs, isRenewed }: RetryAttempt): string {
  const took = duration === null ? '' : formatMilliseconds(duration);
  const wait = !delayMs ? '' : `next attempt after ${formatMilliseconds(delayMs)}`;
  return [took, isRenewed && 'token renewed', wait].filter(Boolean).join(' · ');
}

export function viewSchedule(scheduled: ScheduledExecution): Fact[] {
  return [
    ['Scheduled at', { at: scheduled.scheduledAt }],
    ['Actual execution time', { at: scheduled.actualExecutionTime }],
    ['Cron expression', scheduled.cronExpression],
    ['Timezone', scheduled.timezone],
    ['Execution delay', formatMilliseconds(scheduled.executionDelay)],
    ['Next scheduled run', scheduled.nextScheduledRun === null ? 'None' : { at: scheduled.nextScheduledRun }],
  ];
}
