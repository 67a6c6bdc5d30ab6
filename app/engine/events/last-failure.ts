// What a run knows of a failed call after which it went on. It is made only of what is recorded for the call's step, so that a
// resumed run sends the same text under the same Idempotency-Key.
import type { Finished } from './history';
import type { CallFailure } from '../run-facts';

/** What a run that goes on knows of a call that is over; undefined when it did not fail. */
export function describeFailure(
  callName: string,
  { outcome, response, errorMessage, attempt, ruling }: Finished,
): CallFailure | undefined {
  if (outcome !== 'error') return undefined;
  const { answeredAt = null } = ruling ?? {};
  return {
    callName,
    status: response?.status ?? null,
    error: errorMessage ?? '',
    attempts: attempt,
    at: answeredAt === null ? null : new Date(answeredAt).toISOString(),
  };
}
