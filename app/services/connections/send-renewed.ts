import type { ApiCall } from '~/engine/definition/api-call';
import { buildAuthorized } from '~/engine/run/call-run';
import type { SendOutcome } from '~/engine/run/outcome';
import type { RunPorts } from '~/engine/run/ports';
import type { CallRequest } from '~/engine/run/request';
import { findRenewal, tellRenewal } from '~/engine/run/token-refusal';
import { runInTurns } from '../event-loop';

type Scope = Parameters<typeof buildAuthorized>[0] & { ports: Pick<RunPorts, 'reject'> };

/**
 * Sends the request of a tested call, and once more with a new token when the API refuses the one of its connection, as a run
 * does. Otherwise a test would fail until a revoked token expires, while runs work. Returns the last outcome; a connection that
 * gets no new token is a failure, and nothing more is sent.
 */
export async function sendRenewed(
  scope: Scope,
  { call, request, nextKey }: { call: ApiCall; request: CallRequest; nextKey: string },
  send: (request: CallRequest) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const outcome = await send(request);
  const renewal = await runInTurns(findRenewal(call, request, outcome));
  if (!renewal) return outcome;
  await scope.ports.reject(renewal.connectionId, renewal.generation);
  const { built, unobtained } = tellRenewal(await buildAuthorized(scope, call, nextKey));
  if (unobtained) return unobtained;
  if (built.kind === 'request') return send(built.request);
  const { durationMs, answeredAt } = outcome;
  const { message } = built;
  return { kind: 'failure', reason: 'authorization', sent: false, message, durationMs, answeredAt };
}
