// What everything in a run can see.
import { loggedBodiesLength, type RecordedEvent, type RunEnded } from '../events/event';
import { indexPast, type Past } from '../events/history';
import type { Variables } from '../placeholders/reference';
import type { LogAllowance } from './outcome';
import type { RunPorts } from './ports';
import type { RunSecrets } from './run-secrets';

export interface RunScope {
  executionId: string;
  /** Of an item of a list: its place, from 1. It is part of the Idempotency-Key. */
  item?: number;
  variables: Variables;
  past: Past;
  /**
   * Of a run that is played back: whether it sent a call for an item, from 1. Which items were under way beside one that ended
   * the run depends on how fast they were answered then.
   */
  wasSent?: ((callId: string, item: number) => boolean) | undefined;
  /** Waits before calls are passed at once, as in a test. */
  skipsWaits?: boolean | undefined;
  /** That were sent, and those that wait for their next try. */
  requests: { count: number };
  /** Of what the log keeps of this run. */
  logAllowance: LogAllowance;
  /** What is to be said of a run that completes, and who gets a mail. */
  closing: { notes: string[]; notify: RunEnded['notify'] };
  secrets: RunSecrets;
  ports: RunPorts;
  /** As the port of this name, unless the definition itself names something `org`. */
  readValues: RunPorts['readValues'];
}

/** What a caller says of a run; what is left out: nothing was done before. */
export interface ScopeInput {
  executionId: string;
  /** The events that an interrupted run has recorded, in order; empty for a new run. */
  past?: readonly RecordedEvent[];
  /** How many characters of bodies the log of this run holds already. */
  loggedLength?: number;
  /** How many requests it has sent already. */
  requestsBefore?: number;
  /** See `RunScope`. */
  wasSent?: RunScope['wasSent'];
  skipsWaits?: RunScope['skipsWaits'];
  ports: RunPorts;
}

/** The scope of a run that begins, or goes on. */
export function createScope(
  { executionId, past = [], loggedLength = 0, requestsBefore = 0, wasSent, skipsWaits, ports }: ScopeInput,
  { variables, secrets, readValues }: Pick<RunScope, 'variables' | 'secrets' | 'readValues'>,
): RunScope {
  return {
    executionId,
    variables,
    secrets,
    ports,
    readValues,
    wasSent,
    skipsWaits,
    past: indexPast(past),
    requests: { count: requestsBefore },
    logAllowance: { left: loggedBodiesLength - loggedLength },
    closing: { notes: [], notify: null },
  };
}
