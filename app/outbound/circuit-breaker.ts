// A circuit breaker. When connections to a host fail again and again, calls to it fail at once for a while instead of each
// waiting for its connection. Then one call tries (half-open); if it gets through, all calls are sent again. Kept in memory, by
// organization and host: the calls of one organization do not affect those of another.
import type { OutboundFailure, OutboundResponse } from './request-response';

export interface CircuitBreaker {
  /** Undefined when a call may be made, whose outcome has to be given back by `note`; else how long none is, in milliseconds. */
  findWait(line: string): number | undefined;
  /** Returns `opened` or `closed` when the circuit changed so. */
  note(line: string, outcome: OutboundResponse | OutboundFailure): 'opened' | 'closed' | undefined;
  /** How many are open. One that might be tried, and was not for a minute since nobody calls its host, counts no more. */
  countOpen(): number;
}

interface Circuit {
  /** In a row. */
  failures: number;
  /** How often it opened in a row. */
  openings: number;
  /** Until then nothing is sent; 0 while it is closed. */
  openUntil: number;
  /** One call tries whether the host is back. */
  isTrying: boolean;
}

/** It opens for this long, and for twice as long each time the call that tries fails, up to the longest. */
const firstOpenMs = 5_000;
const longestOpenMs = 60_000;
/** When the deadline of a call is shorter than this and passes without a connection, the host is not blamed. */
const shortestWaitMs = 3_000;
/** So many failing hosts are remembered. */
const mostCircuits = 10_000;

/** `failures`: after so many in a row it opens. `now`: milliseconds that only go forward. */
export function createCircuitBreaker(
  failures: number,
  now: () => number = () => performance.now(),
): CircuitBreaker {
  /** Hosts without a failure since they were reached last have none. */
  const circuits = new Map<string, Circuit>();

  function begin(line: string): Circuit {
    if (circuits.size >= mostCircuits) {
      const [oldest] = circuits.keys();
      if (oldest !== undefined) circuits.delete(oldest);
    }
    const circuit = { failures: 0, openings: 0, openUntil: 0, isTrying: false };
    circuits.set(line, circuit);
    return circuit;
  }

  function open(circuit: Circuit): 'opened' {
    circuit.openUntil = now() + Math.min(longestOpenMs, firstOpenMs * 2 ** circuit.openings);
    circuit.openings = Math.min(circuit.openings + 1, 10);
    return 'opened';
  }

  return {
    findWait(line) {
      if (circuits.size === 0) return undefined;
      const circuit = circuits.get(line);
      if (!circuit || circuit.openUntil === 0) return undefined;
      const waitMs = circuit.openUntil - now();
      if (waitMs > 0) return waitMs;
      if (circuit.isTrying) return 0;
      circuit.isTrying = true;
      return undefined;
    },
    note(line, outcome) {
      const judgement = judge(outcome);
      if (judgement === 'reached') {
        if (circuits.size === 0) return undefined;
        const wasOpen = (circuits.get(line)?.openUntil ?? 0) > 0;
        circuits.delete(line);
        return wasOpen ? 'closed' : undefined;
      }
      const circuit = circuits.get(line) ?? (judgement === 'unreached' ? begin(line) : undefined);
      if (!circuit) return undefined;
      const wasTrying = circuit.isTrying && now() >= circuit.openUntil;
      if (wasTrying) circuit.isTrying = false;
      if (judgement === 'unknown') return undefined;
      circuit.failures += 1;
      if (circuit.openUntil === 0) return circuit.failures >= failures ? open(circuit) : undefined;
      // What was under way when it opened fails, too.
      return wasTrying ? open(circuit) : undefined;
    },
    countOpen() {
      const since = now() - longestOpenMs;
      return [...circuits.values()].filter(({ openUntil }) => openUntil > 0 && openUntil > since).length;
    },
  };
}

/** Whether an outcome says that the host was reached. */
function judge(outcome: OutboundResponse | OutboundFailure): 'reached' | 'unreached' | 'unknown' {
  if (outcome.kind === 'response') return 'reached';
  const { reason, sent, durationMs } = outcome;
  if (outcome.isOfProxy) return 'unknown';
  if (reason === 'connection') return sent ? 'unknown' : 'unreached';
  if (reason === 'timeout' && !sent) return durationMs >= shortestWaitMs ? 'unreached' : 'unknown';
  return sent ? 'reached' : 'unknown';
}

const isUnreachable = ' could not be reached several times in a row';

/** The host of which {@link describeOpenCircuit} tells; undefined of any other message. */
export function readUnreachableHost(message: string): string | undefined {
  const end = message.indexOf(isUnreachable);
  const host = message.slice(0, Math.max(0, end));
  return host === '' || /\s/.test(host) ? undefined : host;
}

/** Why a call was not made. `waitMs` as `findWait` tells it. */
export function describeOpenCircuit(host: string, waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000);
  const until =
    seconds === 0
      ? 'another call is trying it right now'
      : `it is not called for ${seconds === 1 ? '1 more second' : `${seconds} more seconds`}`;
  return `${host}${isUnreachable}, so ${until}. Nothing was sent.`;
}
