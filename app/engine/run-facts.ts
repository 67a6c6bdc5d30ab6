// What a run knows of itself, as `{{run.id}}` and `{{run.startedAt}}`: the same however often it is taken up again or played back.

/** The variable that holds it, unless the integration names one of its own so. */
export const runName = 'run';

export interface RunFacts {
  /** Of the execution. */
  id: string;
  /** When it was accepted or begun by hand, in ISO 8601 and UTC. Only of ids that tell their time. */
  startedAt?: string;
}

/** How placeholders name them. */
export const runFacts = [`${runName}.id`, `${runName}.startedAt`];

/** Version 7 begins with the milliseconds since 1970 (RFC 9562 §5.7). */
const timed = /^([\da-f]{8})-([\da-f]{4})-7/i;

export function describeRun(executionId: string): RunFacts {
  const [, high, low] = timed.exec(executionId) ?? [];
  if (high === undefined || low === undefined) return { id: executionId };
  return { id: executionId, startedAt: new Date(Number.parseInt(high + low, 16)).toISOString() };
}
