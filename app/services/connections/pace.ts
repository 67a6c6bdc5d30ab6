// A call's turn, where its connection has a pace. What is counted is a row, so that it counts for all processes and after a
// restart; it is advanced before the call's intent is stored, so a process that dies in between wastes a turn and takes none twice.
import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '~/context';
import {
  deletePaceTurn,
  findPaceSlot,
  findPaceTurn,
  forgetPromises,
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

/** How often a call that waits in place looks at the clock. */
const lookAgainMs = 50;

interface Waiting {
  /** Which step of which execution may come back for a promised turn; undefined for a call that is not resumed. */
  executionId?: string;
  /** A turn after this is none; milliseconds since 1970. */
  latest: number;
  /** End the wait: the turn is lost, and the call is not sent now. */
  signals?: (AbortSignal | undefined)[];
  setWaiting?: ((isWaiting: boolean) => void) | undefined;
}

/** Takes the turn of a call, waiting two seconds for it at most; else it is promised for a later time, or refused. */
export async function takeTurn(context: Context, call: PacedCall, waiting: Waiting): Promise<Turn> {
  const { db, now } = context;
  const { signals = [], setWaiting } = waiting;
  let held: Held | undefined;
  try {
    for (;;) {
      const asking = { ...waiting, now: now(), held };
      const answer = await db.groupCommit((tx) => decide(tx, call, asking));
      if (answer.kind !== 'soon') return answer;
      held = answer;
      setWaiting?.(true);
      // Once the clock is set back, that would be longer than anybody waits.
      while (now() < answer.at && answer.at - now() <= 2 * waitsInPlaceMs) {
        if (signals.some((signal) => signal?.aborted)) return { kind: 'later', at: now() };
        await delay(Math.min(lookAgainMs, answer.at - now()));
      }
    }
  } finally {
    setWaiting?.(false);
  }
}

/** A turn that a call waits for; milliseconds since 1970. */
type Held = Pick<PaceTurn, 'since' | 'at'>;

interface Asking extends Waiting {
  now: number;
  /** Of a call that waits where it is. */
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
    await forgetPromises(tx, connectionId);
    await upsertPaceSlot(tx, connectionId, emptySlot(paced.pace, now));
    return decide(tx, call, { now, held: undefined, executionId, latest });
  }
  const stored = executionId === undefined ? undefined : await findPaceTurn(tx, executionId, step);
  const turn = held ?? (stored && isOf(stored, call) ? stored : undefined);
  const since = turn?.since ?? now;
  // Taken up before its time: the turn stands.
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
  // Also stored for a call that waits in place: the turn, and the mark that waiting cannot have ended a process, must survive a
  // death of this process.
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

/** Nobody's turn comes before `until`, in milliseconds since 1970: one refusal slows everybody who shares the credentials. */
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
 * Sends a call whose answer is waited for, in its turn: one that would come later than in two seconds is refused. `send` is not
 * called then.
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
