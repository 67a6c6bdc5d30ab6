// Waits for the turn of a call whose connection has a pace.
import { describePace, describeWaitTime } from '../connections/pace';
import { readRetryAfter } from '../definition/retry';
import type { ApiCall } from '../definition/api-call';
import type { EventGenerator } from '../events/event';
import type { SendOutcome } from './outcome';
import type { PacedCall, RunPorts, Turn } from './ports';
import type { CallRequest } from './request';

/** Returns what a call needs to ask for its turn; undefined when its connection has no pace. */
export function findPaced(
  { authConfig }: ApiCall,
  { connection }: CallRequest,
  attempt: { step: number; attempt: number },
): PacedCall | undefined {
  if (!connection?.paced || authConfig.type !== 'connection') return undefined;
  return { connectionId: authConfig.connectionId, paced: connection.paced, ...attempt };
}

/** Asks for the turn again after `wait-scheduled`: the runner that resumes the run then has waited. */
export async function* awaitTurn(
  ports: Pick<RunPorts, 'takeTurn'>,
  call: PacedCall,
): EventGenerator<Exclude<Turn, { kind: 'later' }>> {
  for (;;) {
    const turn = await ports.takeTurn(call);
    if (turn.kind !== 'later') return turn;
    yield { kind: 'wait-scheduled', step: call.step, until: turn.at, why: 'turn' };
  }
}

/** The shortest wait that the log reports, in milliseconds. */
const toldMs = 100;

export function describeTurnWait(waitedMs: number, { connection }: CallRequest): string | undefined {
  if (waitedMs < toldMs || !connection?.paced) return undefined;
  const { name, pace } = connection.paced;
  return `waited ${describeWaitTime(waitedMs)} for its turn (${describePace(pace)}, ${name})`;
}

/** Returns the rest that a target asks for with 429 or 503 (RFC 6585 §4, RFC 9110 §15.6.4), in milliseconds. */
export function readRest(outcome: SendOutcome): number {
  const isRefusal = outcome.kind === 'response' && (outcome.status === 429 || outcome.status === 503);
  return isRefusal ? readRetryAfter(outcome.headers, outcome.answeredAt, outcome) : 0;
}
