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

type Given = Pick<
  RunScope,
  'executionId' | 'variables' | 'secrets' | 'ports' | 'readValues' | 'wasSent' | 'skipsWaits'
> & {
  /** See `RunInput` for these; without them nothing was done before. */
  past?: readonly RecordedEvent[];
  loggedLength?: number;
  requestsBefore?: number;
};

/** The scope of a run that begins, or goes on. */
export function createScope(given: Given): RunScope {
  const { executionId, variables, secrets, ports, readValues, wasSent, skipsWaits } = given;
  const { past = [], loggedLength = 0, requestsBefore = 0 } = given;
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
