// Runs the items of a list, some of them at once. Each item is a run of its own; their events are yielded one by one. An item
// continues only when the caller asks for the event after its own, so that a request is stored before it is sent, however many
// items are under way. A waiting item keeps its place among them; the run waits when all its items wait.
import { formatCount } from '../texts/format-count';
import { loopName, type LoopStep } from '../definition/loop-step';
import type { ItemEnded, LoopPlace, Reply, RunEnded, RunEvent, EventGenerator } from '../events/event';
import { describeFailedItems, nameFailedItem } from '../events/failed-items';
import { findPast, type Past } from '../events/history';
import { itemStepsOf } from '../events/step-number';
import { readItemKey } from '../memory/fresh-items';
import type { RunScope } from './run-scope';
import type { LoopLists } from './loop-lists';
import { addHandedOn, passSecrets } from './run-secrets';

/** Walks along the part with the variables of an item. */
export type WalkItem = (scope: RunScope, step: number) => EventGenerator<RunEnded | undefined>;

interface Items {
  items: readonly unknown[];
  /** The step of the loop. */
  step: number;
  /** The number of steps reserved for each item. */
  stride: number;
  /** The call that each item begins with. */
  firstCallId: string;
  lists: LoopLists;
}

interface ItemsResult {
  ok: number;
  failed: number;
  /** Set when failed items end the run. */
  end: RunEnded | undefined;
  /** Set when failed items make the run end in error, after the rest of the chain. */
  late: RunEnded | undefined;
  /** The recipient of the mail about a failed item. */
  notify: ItemEnded['notify'];
}

/** An item that is under way. */
interface Slot {
  index: number;
  step: number;
  place: LoopPlace;
  scope: RunScope;
  events: EventGenerator<RunEnded | undefined>;
  /** The item's current wait; undefined while it goes on. */
  wait: Wait | undefined;
}

/** `until` is in milliseconds since 1970; `ms` bounds the wait when the clock is set back. */
interface Wait {
  until: number;
  ms: number;
}

type Turn = { slot: Slot } & (
  | { result: IteratorResult<RunEvent, RunEnded | undefined> }
  | { error: unknown }
);

/**
 * Runs all items that have not ended yet. After a failure that stops the loop, or when a list becomes too long to be kept, only
 * items that had begun are run.
 */
export async function* runItems(
  scope: RunScope,
  loop: LoopStep,
  { items, step, stride, firstCallId, lists }: Items,
  walkItem: WalkItem,
): EventGenerator<ItemsResult> {
  const firstStep = itemStepsOf(step);
  const outcomes = createOutcomes(loop, items.length);
  const begunBefore = listBegun(scope.past, { firstStep, stride, count: items.length });
  const isBegunBefore = (index: number) =>
    begunBefore.has(index) || scope.wasSent?.(firstCallId, index + 1) === true;
  const turns = createTurns();
  const underWay = new Set<Slot>();
  /** What the run knew before any item handed a secret on. */
  const before = scope.secrets.branch();
  let next = 0;
  let isHeld = false;

  function begin(index: number): void {
    const place = { id: loop.id, index: index + 1, of: items.length };
    const variables = new Map(scope.variables);
    variables.set(loop.itemName, items[index]);
    variables.set(loopName, { index: place.index, count: place.of });
    const own = { ...scope, variables, item: place.index, secrets: scope.secrets.branch() };
    const at = firstStep + index * stride;
    const slot = { index, step: at, place, scope: own, events: walkItem(own, at + 1), wait: undefined };
    underWay.add(slot);
    turns.ask(slot);
  }

  /** Begins as many items as there is room for. */
  function fill(): void {
    for (; underWay.size < loop.atOnce && next < items.length; next += 1) {
      const past = findPast(scope.past, firstStep + next * stride, 'item-ended');
      if (past) {
        outcomes.note(next, past);
        addHandedOn(scope.secrets, past);
        if (past.outcome === 'success') lists.add(next, past.saved, scope.secrets.maskSecrets);
      } else if (isBegunBefore(next) || !(outcomes.isStopped() || lists.areTooLong())) begin(next);
    }
  }

  for (;;) {
    if (!isHeld) {
      fill();
      for (const slot of underWay) {
        if (slot.wait && findEnd(slot.wait, scope.ports.now()) <= scope.ports.now()) turns.ask(slot);
      }
    }
    if (!turns.areAwaited()) {
      if (underWay.size === 0 && !isHeld) return outcomes.finish();
      const first = findFirst(underWay, scope.ports.now());
      yield { kind: 'wait-scheduled', step, until: isHeld ? 0 : (first?.until ?? 0), why: 'items' };
      if (isHeld) throw new Error('A run was continued although one of its items is held.');
      // A caller that asks for the next event has waited.
      if (first) turns.ask(first.slot);
      continue;
    }
    const now = scope.ports.now();
    const waiting = isHeld ? undefined : findFirst(underWay, now);
    const turn = await turns.take(waiting && ((ring) => scope.ports.setTimer?.(waiting.until - now, ring)));
    if (!turn) {
      if (waiting) turns.ask(waiting.slot);
      continue;
    }
    if ('error' in turn) throw turn.error;
    const { slot, result } = turn;
    if (result.done) {
      underWay.delete(slot);
      const ended = endItem(slot, result.value, lists);
      outcomes.note(slot.index, ended);
      if (ended.outcome === 'success') {
        noteSeen(ended, scope, loop, items[slot.index]);
        const passed = passSecrets(slot.scope.secrets, scope.secrets, before, ended);
        if (passed.length > 0) ended.secrets = passed;
        lists.add(slot.index, ended.saved, slot.scope.secrets.maskSecrets);
      }
      yield { ...ended, othersUnderWay: underWay.size > 0 };
      continue;
    }
    const wait = readWait(result.value, scope.ports.now());
    const isOver = wait === undefined || wait.ms <= 0;
    let reply: Reply;
    if (wait === undefined) reply = yield { ...result.value, loop: slot.place } as RunEvent;
    // A wait may be over because it was cancelled; the listener knows, so the event is yielded.
    else if (isOver || turns.areAwaited())
      reply = yield { ...result.value, loop: slot.place, aside: true } as RunEvent;
    if (reply === 'hold') {
      underWay.delete(slot);
      isHeld = true;
    } else if (isOver) turns.ask(slot);
    else slot.wait = wait;
  }
}

/** Creates the queue of items that have an event to report, in the order of their events. */
function createTurns() {
  const ready: Turn[] = [];
  let asked = 0;
  let wake: (() => void) | undefined;
  function put(turn: Turn): void {
    ready.push(turn);
    wake?.();
  }
  return {
    ask(slot: Slot): void {
      asked += 1;
      slot.wait = undefined;
      slot.events.next().then(
        (result) => put({ slot, result }),
        (error: unknown) => put({ slot, error }),
      );
    },
    areAwaited: () => asked > 0,
    /** Returns the next event, or undefined when the timer that `start` sets rings first. */
    async take(start?: (ring: () => void) => (() => void) | undefined): Promise<Turn | undefined> {
      if (ready.length === 0) {
        let cancel: (() => void) | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          cancel = start?.(resolve);
        });
        cancel?.();
      }
      const turn = ready.shift();
      if (turn) asked -= 1;
      return turn;
    },
  };
}

/** Lists the indexes, from 0, of the items that have recorded events. */
function listBegun(
  past: Past,
  { firstStep, stride, count }: { firstStep: number; stride: number; count: number },
): Set<number> {
  const begun = new Set<number>();
  for (const step of past.keys()) {
    const index = Math.floor((step - firstStep) / stride);
    if (index >= 0 && index < count) begun.add(index);
  }
  return begun;
}

function endItem({ step, place, scope }: Slot, end: RunEnded | undefined, lists: LoopLists): ItemEnded {
  const about = { kind: 'item-ended', step, loop: place, othersUnderWay: false } as const;
  if (!end) {
    const saved = lists.read(scope.variables);
    return { ...about, outcome: 'success', errorMessage: null, saved, notify: null };
  }
  const { errorMessage, notify, failure } = end;
  return { ...about, outcome: 'error', errorMessage, saved: [], notify, ...(failure && { failure }) };
}

/** Notes the key of an item that is done, so that later runs leave it out. */
function noteSeen(ended: ItemEnded, { variables }: RunScope, loop: LoopStep, item: unknown): void {
  const { onlyNew } = loop;
  const key = onlyNew && readItemKey({ ...loop, onlyNew }, variables, item);
  if (key !== undefined) ended.seenKey = key;
}

type Outcome = Pick<ItemEnded, 'outcome' | 'errorMessage' | 'notify' | 'failure'>;

function createOutcomes({ onError }: LoopStep, count: number) {
  let [ok, failed] = [0, 0];
  /** The first item in the list that failed, and the first whose failure sends a mail. */
  let first: { index: number; outcome: Outcome } | undefined;
  let notify: { index: number; who: ItemEnded['notify'] } | undefined;
  return {
    note(index: number, outcome: Outcome): void {
      if (outcome.outcome === 'success') {
        ok += 1;
        return;
      }
      failed += 1;
      if (!first || index < first.index) first = { index, outcome };
      if (outcome.notify && (!notify || index < notify.index)) notify = { index, who: outcome.notify };
    },
    isStopped: () => onError === 'stop' && failed > 0,
    finish(): ItemsResult {
      const who = notify?.who ?? null;
      if (!first) return { ok, failed, end: undefined, late: undefined, notify: who };
      const { index, outcome } = first;
      const named = nameFailedItem({ index: index + 1, of: count }, outcome.errorMessage ?? '');
      const goesOn = onError !== 'stop' && failed < count;
      const isNumbered = onError !== 'stop' && count > 1;
      const numbered = goesOn
        ? describeFailedItems([{ count, failed }])
        : `All ${formatCount(count)} items failed`;
      const errorMessage = isNumbered ? `${numbered}. ${named}` : named;
      const { failure } = outcome;
      const end = {
        kind: 'run-ended',
        status: 'error',
        errorMessage,
        notify: who,
        ...(failure && { failure }),
      } as const;
      const late = onError === 'fail_at_end' ? end : undefined;
      if (goesOn) return { ok, failed, end: undefined, late, notify: who };
      return { ok, failed, end, late: undefined, notify: who };
    },
  };
}

/** Returns the waiting item whose wait ends first. */
function findFirst(underWay: ReadonlySet<Slot>, now: number): { slot: Slot; until: number } | undefined {
  const ends = [...underWay].flatMap((slot) => (slot.wait ? [{ slot, until: findEnd(slot.wait, now) }] : []));
  return ends.toSorted((a, b) => a.until - b.until)[0];
}

function findEnd({ until, ms }: Wait, now: number): number {
  return Math.min(until, now + ms);
}

/** Returns the wait that the event starts at `now`; undefined when it starts none. */
function readWait(event: RunEvent, now: number): Wait | undefined {
  if (event.kind === 'retry-scheduled') return { until: now + event.delayMs, ms: event.delayMs };
  if (event.kind !== 'wait-scheduled') return undefined;
  return { until: event.until, ms: event.until - now };
}
