// Judges the failure of a run that a call ended: its kind, and whether it may pass without a change of the integration.
import type { FailureReason } from './failure-reason';
import type { RunFailure } from './failure-kind';
import type { CallEnding } from './history';

type Judgement = Pick<RunFailure, 'kind' | 'mayPass'>;

const passing = { mayPass: true } as const;

/** Without a response, what passes once the target, the network to it or this server works again. */
const withoutResponse: Record<FailureReason, Judgement> = {
  'refused-address': { kind: 'refused-address' },
  unresolvable: { kind: 'unreachable', ...passing },
  connection: { kind: 'unreachable', ...passing },
  tls: { kind: 'tls', ...passing },
  timeout: { kind: 'timeout', ...passing },
  cancelled: { kind: 'unreachable', ...passing },
  'circuit-open': { kind: 'unreachable', ...passing },
  'invalid-request': { kind: 'request' },
  'invalid-response': { kind: 'response' },
  'server-exhausted': { kind: 'unreachable', ...passing },
  pace: { kind: 'unreachable', ...passing },
  // A token endpoint that refuses for good ends the call without this reason.
  authorization: { kind: 'credentials', ...passing },
  'turn-given-up': { kind: 'unreachable', ...passing },
  'time-limit': { kind: 'time-limit' },
};

/** The statuses below 500 with which a target asks for another try later. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** Judges the failure by the end of the call that ended its run. */
export function judgeFailure(ending: CallEnding): Judgement {
  if (ending.kind === 'call-refused') return { kind: ending.lacksCredentials ? 'credentials' : 'request' };
  const { response, failureReason, ruling } = ending;
  if (response === null) return withoutResponse[failureReason ?? 'connection'];
  if (response.status >= 500) return { kind: '5xx', ...passing };
  if (response.status >= 400) {
    return { kind: '4xx', ...(passingStatuses.has(response.status) && passing) };
  }
  return { kind: ruling ? 'rule' : 'response' };
}
