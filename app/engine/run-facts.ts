// What a run knows of itself, as `{{run.id}}`, `{{run.startedAt}}` and `{{run.failure.error}}`: the same however often it is taken up
// again or played back.

/** The variable that holds it, unless the integration names one of its own so. */
export const runName = 'run';

/** The property of it that tells of the last call that failed; there is none while none has. */
export const failureName = 'failure';

/** A call that failed and that the run went on from. */
export interface CallFailure {
  callName: string;
  /** The status code; null when there was no response. */
  status: number | null;
  /** In words, secrets masked, as the log has it. */
  error: string;
  /** How often the call was sent; of a repeated one, its last page or try. */
  attempts: number;
  /** When the last attempt ended, in ISO 8601 and UTC; null of a run that an older release began. */
  at: string | null;
}

export interface RunFacts {
  /** Of the execution. */
  id: string;
  /** When it was accepted or begun by hand, in ISO 8601 and UTC. Only of ids that tell their time. */
  startedAt?: string;
  failure?: CallFailure;
  /** Ends the next wait for an answer behind the call that names it; see `run/wait-run.ts`. */
  answerUrl?: string;
}

export const answerFact = 'answerUrl';

const facts = ['callName', 'status', 'error', 'attempts', 'at'] satisfies (keyof CallFailure)[];

/** How placeholders name what every run knows. */
export const runFacts = [`${runName}.id`, `${runName}.startedAt`];
export const answerAddress = `${runName}.${answerFact}`;

/** How they name what is known behind a failure alone. */
export const failureFacts = ['', ...facts.map((fact) => `.${fact}`)].map(
  (fact) => `${runName}.${failureName}${fact}`,
);

/** Version 7 begins with the milliseconds since 1970 (RFC 9562 §5.7). */
const timed = /^([\da-f]{8})-([\da-f]{4})-7/i;

export function describeRun(executionId: string): RunFacts {
  const [, high, low] = timed.exec(executionId) ?? [];
  if (high === undefined || low === undefined) return { id: executionId };
  return { id: executionId, startedAt: new Date(Number.parseInt(high + low, 16)).toISOString() };
}

/** What a test of one call has in the place of a failure. */
export function makeExampleFailure(at: number): CallFailure {
  const error = 'HTTP 503: Service Unavailable';
  return { callName: 'Example', status: 503, error, attempts: 1, at: new Date(at).toISOString() };
}

/** What tests of a part of a chain have in the place of the address of a wait. It answers nothing. */
export function makeExampleAddress(appUrl: string): string {
  return `${appUrl}/answer/example`;
}
