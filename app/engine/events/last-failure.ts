// What a run that goes on from a call that failed knows of it. It is made of what is recorded of the call's step alone, so that a run
// which is taken up again sends the same under the same Idempotency-Key.
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
