// The facts that a run knows of itself, as `{{run.id}}`, `{{run.startedAt}}` and `{{run.failure.error}}`. They stay the same
// however often the run is resumed or played back.

/** The variable that holds the facts, unless the integration has a variable of its own with this name. */
export const runName = 'run';

/** The property that describes the last call that failed; absent while no call has failed. */
export const failureName = 'failure';

/** A call that failed, after which the run went on. */
export interface CallFailure {
  callName: string;
  /** The status code; null when there was no response. */
  status: number | null;
  /** The error in words, with secrets masked, as the log shows it. */
  error: string;
  /** How often the call was sent; for a repeated call, how often its last page or try was sent. */
  attempts: number;
  /** When the last attempt ended, in ISO 8601 and UTC; null in a run that an older release began. */
  at: string | null;
}

export interface RunFacts {
  /** The execution's id. */
  id: string;
  /** When the execution was accepted or started by hand, in ISO 8601 and UTC. Known only for ids that contain their time. */
  startedAt?: string;
  failure?: CallFailure;
  /** The URL that ends the next wait for an answer after the call that names it; see `run/wait-run.ts`. */
  answerUrl?: string;
  /** Identifies one attempt of one call; only what that call sends has it. */
  attemptId?: string;
}

export const answerFact = 'answerUrl';
export const attemptFact = 'attemptId';

const facts = ['callName', 'status', 'error', 'attempts', 'at'] satisfies (keyof CallFailure)[];

/** The references to facts that every run knows. */
export const runFacts = [`${runName}.id`, `${runName}.startedAt`];
export const answerAddress = `${runName}.${answerFact}`;
/** The reference to the fact that only what a call sends has. */
export const attemptName = `${runName}.${attemptFact}`;

/** The references to facts that are known only after a failure. */
export const failureFacts = ['', ...facts.map((fact) => `.${fact}`)].map(
  (fact) => `${runName}.${failureName}${fact}`,
);

/** UUIDs of version 7 begin with the milliseconds since 1970 (RFC 9562 §5.7). */
const timed = /^([\da-f]{8})-([\da-f]{4})-7/i;

export function toRunFacts(executionId: string): RunFacts {
  const [, high, low] = timed.exec(executionId) ?? [];
  if (high === undefined || low === undefined) return { id: executionId };
  return { id: executionId, startedAt: new Date(Number.parseInt(high + low, 16)).toISOString() };
}

/** Makes the failure that a test of one call uses. */
export function makeExampleFailure(at: number): CallFailure {
  const error = 'HTTP 503: Service Unavailable';
  return { callName: 'Example', status: 503, error, attempts: 1, at: new Date(at).toISOString() };
}

/** Makes the id of an attempt that tests of a part of a chain use. */
export function makeExampleAttempt(executionId: string): string {
  return `${executionId}.example.1`;
}

/** Makes the wait's address that tests of a part of a chain use. Nothing listens there. */
export function makeExampleAddress(appUrl: string): string {
  return `${appUrl}/answer/example`;
}
