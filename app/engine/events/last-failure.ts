// Describes a failed call after which the run continued. Only the record of the call's step is used, so that a resumed run
// sends the same text under the same Idempotency-Key.
import type { Finished } from './history';
import type { CallFailure } from '../run-facts';

/** Returns the facts of a failed call for the rest of the run; undefined when it did not fail. */
export function toCallFailure(
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
