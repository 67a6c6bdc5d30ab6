// Takes a call's turn, where its connection has a pace. The count is a row, so it applies to all processes and after a restart.
// It advances before the call's intent is stored, so a process that dies in between wastes a turn and takes none twice.
import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '~/context';
import {
  deletePaceTurn,
  findPaceSlot,
  findPaceTurn,
  deletePromisedTurns,
  type PaceTurn,
  upsertPaceSlot,
  upsertPaceTurn,
} from '~/db/connections/pace';
import type { Queries } from '~/db/core/queries';
import {
  decideTurn,
  deferSlot,
  describePace,
  describeWaitTime,
  emptySlot,
  isTooFarAhead,
  waitsInPlaceMs,
} from '~/engine/connections/pace';
import type { ApiCall } from '~/engine/definition/api-call';
import { findPaced, readRest } from '~/engine/run/turn';
import type { PacedCall, Turn } from '~/engine/run/ports';
import type { SendOutcome } from '~/engine/run/outcome';
import type { CallRequest } from '~/engine/run/request';

type Context = Pick<AppContext, 'db' | 'now'>;

/** How often a call that waits in place looks at the clock, in milliseconds. */
const lookAgainMs = 50;

interface Waiting {
  /** The execution that may come back for a promised turn; undefined for a call that is not resumed. */
  executionId?: string;
  /** The latest time of the turn, in milliseconds since 1970; a later turn is refused. */
  latest: number;
  /** The signals that end the wait: the turn is lost, and the call is not sent now. */
  signals?: (AbortSignal | undefined)[];
  setWaiting?: ((isWaiting: boolean) => void) | undefined;
}

/** Takes the turn of a call, waiting two seconds for it at most. Otherwise the turn is promised for later, or refused. */
export async function takeTurn(context: Context, call: PacedCall, waiting: Waiting): Promise<Turn> {
  const { db, now } = context;
  const { signals = [], setWaiting } = waiting;
  let held: Held | undefined;
  try {
    for (;;) {
      const turn = held;
      // The clock is read in the transaction: the call may wait for a sync until it gets there, and others with it.
      const answer = await db.groupCommit((tx) => decide(tx, call, { ...waiting, now: now(), held: turn }));
      if (answer.kind !== 'soon') return answer;
      held = answer;
      setWaiting?.(true);
      // After the clock was set back, the remaining wait would be longer than a call waits in place.
      while (now() < answer.at && answer.at - now() <= 2 * waitsInPlaceMs) {
        if (signals.some((signal) => signal?.aborted)) return { kind: 'later', at: now() };
        await delay(Math.min(lookAgainMs, answer.at - now()));
      }
    }
  } finally {
    setWaiting?.(false);
  }
}

/** A turn that a call waits for; times in milliseconds since 1970. */
type Held = Pick<PaceTurn, 'since' | 'at'>;

interface Asking extends Waiting {
  now: number;
  /** The turn of a call that waits in place. */
  held: Held | undefined;
}

async function decide(
  tx: Queries,
  call: PacedCall,
  { now, held, executionId, latest }: Asking,
): Promise<Turn | ({ kind: 'soon' } & Held)> {
  const { connectionId, paced, step, attempt } = call;
  const slot = await findPaceSlot(tx, connectionId);
  if (!slot) return fail('The connection of this call no longer exists.', now);
  if (isTooFarAhead(paced.pace, slot, now)) {
    await deletePromisedTurns(tx, connectionId);
    await upsertPaceSlot(tx, connectionId, emptySlot(paced.pace, now));
    return decide(tx, call, { now, held: undefined, executionId, latest });
  }
  const stored = executionId === undefined ? undefined : await findPaceTurn(tx, executionId, step);
  const turn = held ?? (stored && isOf(stored, call) ? stored : undefined);
  const since = turn?.since ?? now;
  // The call came back before its time: the turn stays promised.
  if (turn && turn.at > now) return wait({ since, at: turn.at }, now);
  const decision = decideTurn(paced.pace, slot, { now, promisedAt: turn?.at });
  if (decision.kind === 'soon') return { kind: 'soon', since, at: decision.at };
  if (decision.kind === 'promised' && decision.at > latest)
    return fail(describeLate(call, decision.at - now), now);
  await upsertPaceSlot(tx, connectionId, decision.slot);
  if (decision.kind === 'now') {
    if (stored) await deletePaceTurn(tx, stored);
    return { kind: 'now', waitedMs: now - since };
  }
  // The turn of a call that waits in place is stored, too. It must survive the death of this process, as must the mark that
  // this waiting execution is not to blame for the death.
  if (executionId !== undefined) {
    await upsertPaceTurn(tx, { executionId, connectionId, step, attempt, since, at: decision.at });
  }
  return wait({ since, at: decision.at }, now);
}

function isOf(turn: PaceTurn, { connectionId, step, attempt }: PacedCall): boolean {
  return turn.connectionId === connectionId && turn.step === step && turn.attempt === attempt;
}

function wait({ since, at }: Held, now: number): { kind: 'soon' | 'later' } & Held {
  return { kind: at - now <= waitsInPlaceMs ? 'soon' : 'later', since, at: Math.ceil(at) };
}

function describeLate({ paced: { name, pace } }: PacedCall, waitMs: number): string {
  const which = `(${describePace(pace)}, ${name})`;
  return `The call would have to wait ${describeWaitTime(waitMs)} for its turn ${which}, and that is too long.`;
}

function fail(message: string, now: number): Turn & { kind: 'never' } {
  const outcome = { kind: 'failure', reason: 'pace', sent: false, durationMs: 0 } as const;
  return { kind: 'never', outcome: { ...outcome, message: `Nothing was sent. ${message}`, answeredAt: now } };
}

/** Lets no turn come before `until`, in milliseconds since 1970: one refusal slows everybody who shares the credentials. */
export async function deferTurns(
  { db }: Context,
  { connectionId, paced }: PacedCall,
  until: number,
): Promise<void> {
  await db.groupCommit(async (tx) => {
    const slot = await findPaceSlot(tx, connectionId);
    if (slot) await upsertPaceSlot(tx, connectionId, deferSlot(paced.pace, slot, until));
  });
}

type Unanswered<Outcome> = Outcome extends unknown ? Omit<Outcome, 'answeredAt'> : never;

/**
 * Sends a call in its turn, for a caller who waits for the response. A turn later than in two seconds is refused, and `send` is
 * not called.
 */
export async function sendInTurn<Outcome extends Unanswered<SendOutcome>>(
  context: Context,
  call: ApiCall,
  request: CallRequest,
  send: () => Promise<Outcome>,
): Promise<Outcome | Extract<Turn, { kind: 'never' }>['outcome']> {
  const paced = findPaced(call, request, { step: 0, attempt: 1 });
  if (!paced) return send();
  const turn = await takeTurn(context, paced, { latest: context.now() + waitsInPlaceMs });
  if (turn.kind === 'never') return turn.outcome;
  const outcome = await send();
  const answeredAt = context.now();
  const restMs = readRest({ ...outcome, answeredAt });
  if (restMs > 0) await deferTurns(context, paced, answeredAt + restMs);
  return outcome;
}
