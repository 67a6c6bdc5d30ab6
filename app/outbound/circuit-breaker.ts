// A circuit breaker. When connections to a host fail again and again, calls to the host fail at once for a while instead of
// each waiting for a connection. Then one call tries the host (half-open). Once it has a connection, all calls are sent again.
// The circuits are in memory, by organization and host: calls of one organization do not affect those of another.
import type { OutboundFailure, OutboundResponse } from './request-response';

export interface CircuitBreaker {
  /** Returns undefined when a call may be made, whose outcome must go to `note`; else how many milliseconds calls must wait. */
  findWait(line: string): number | undefined;
  /** Notes that a call has a connection. Returns `closed` when that changed the circuit. */
  noteReached(line: string): 'closed' | undefined;
  /** Notes the outcome of a call. Returns `opened` or `closed` when that changed the circuit. */
  note(line: string, outcome: OutboundResponse | OutboundFailure): 'opened' | 'closed' | undefined;
  /** Counts the open circuits, without those that no call has tried for a minute after it could. */
  countOpen(): number;
}

interface Circuit {
  /** The number of failures in a row. */
  failures: number;
  /** How often the circuit opened in a row. */
  openings: number;
  /** The time until which no call is made; 0 while the circuit is closed. */
  openUntil: number;
  /** Whether a call is trying if the host is back. */
  isTrying: boolean;
}

/** How long a circuit opens at first, in milliseconds; twice as long each time the trying call fails, up to the longest. */
const firstOpenMs = 5_000;
const maxOpenMs = 60_000;
/** A call with no connection by its deadline counts as a failure only after this long, in milliseconds. */
const shortestWaitMs = 3_000;
/** How many failing hosts are remembered. */
const maxCircuits = 10_000;

/** Creates a breaker that opens after `failures` in a row. `now` returns milliseconds that only go forward. */
export function createCircuitBreaker(
  failures: number,
  now: () => number = () => performance.now(),
): CircuitBreaker {
  /** The circuits of hosts that failed since they were last reached. */
  const circuits = new Map<string, Circuit>();

  function begin(line: string): Circuit {
    if (circuits.size >= maxCircuits) {
      const [oldest] = circuits.keys();
      if (oldest !== undefined) circuits.delete(oldest);
    }
    const circuit = { failures: 0, openings: 0, openUntil: 0, isTrying: false };
    circuits.set(line, circuit);
    return circuit;
  }

  function open(circuit: Circuit): 'opened' {
    circuit.openUntil = now() + Math.min(maxOpenMs, firstOpenMs * 2 ** circuit.openings);
    circuit.openings = Math.min(circuit.openings + 1, 10);
    return 'opened';
  }

  function noteReached(line: string): 'closed' | undefined {
    if (circuits.size === 0) return undefined;
    const wasOpen = (circuits.get(line)?.openUntil ?? 0) > 0;
    circuits.delete(line);
    return wasOpen ? 'closed' : undefined;
  }

  return {
    noteReached,
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
      if (judgement === 'reached') return noteReached(line);
      const circuit = circuits.get(line) ?? (judgement === 'unreached' ? begin(line) : undefined);
      if (!circuit) return undefined;
      const wasTrying = circuit.isTrying && now() >= circuit.openUntil;
      if (wasTrying) circuit.isTrying = false;
      if (judgement === 'unknown') return undefined;
      circuit.failures += 1;
      if (circuit.openUntil === 0) return circuit.failures >= failures ? open(circuit) : undefined;
      // Calls that were under way when the circuit opened fail, too.
      return wasTrying ? open(circuit) : undefined;
    },
    countOpen() {
      const since = now() - maxOpenMs;
      return [...circuits.values()].filter(({ openUntil }) => openUntil > 0 && openUntil > since).length;
    },
  };
}

/** Judges whether an outcome shows that the host was reached. */
function judge(outcome: OutboundResponse | OutboundFailure): 'reached' | 'unreached' | 'unknown' {
  if (outcome.kind === 'response') return 'reached';
  const { reason, sent, durationMs } = outcome;
  if (outcome.isOfProxy) return 'unknown';
  if (reason === 'connection') return sent ? 'unknown' : 'unreached';
  if (reason === 'timeout' && !sent) return durationMs >= shortestWaitMs ? 'unreached' : 'unknown';
  return sent ? 'reached' : 'unknown';
}

const isUnreachable = ' could not be reached several times in a row';

/** Returns the host that a message of {@link describeOpenCircuit} names; undefined for any other message. */
export function readUnreachableHost(message: string): string | undefined {
  const end = message.indexOf(isUnreachable);
  const host = message.slice(0, Math.max(0, end));
  return host === '' || /\s/.test(host) ? undefined : host;
}

/** Describes why a call was not made. `waitMs`: the result of `findWait`. */
export function describeOpenCircuit(host: string, waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1_000);
  const until =
    seconds === 0
      ? 'another call is trying it right now'
      : `it is not called for ${seconds === 1 ? '1 more second' : `${seconds} more seconds`}`;
  return `${host}${isUnreachable}, so ${until}. Nothing was sent.`;
}
