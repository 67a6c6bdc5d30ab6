import { describe, expect, it, test } from 'vitest';
import {
  decideTurn,
  deferSlot,
  describePace,
  describeWaitTime,
  findInterval,
  Pace,
  type PaceSlot,
} from '~/engine/connections/pace';

const perMinute = { requests: 60, per: 'minute', burst: 1 } as const;
const unused: PaceSlot = { sentUntil: 0, promisedUntil: 0 };
const began = 1_000_000;
const apart = findInterval(perMinute);
/** In turns, to the hundredth. */
const countTurns = (sent: number[]) => sent.map((at) => Math.round(((at - began) / apart) * 100) / 100);

interface Waiting {
  promisedAt: number | undefined;
  /** When it asks next. */
  asksAt: number;
}

/** When calls are sent that all arrive at once and ask again `lateness()` after the time they were told. */
function sendAll(pace: Pace, calls: number, lateness: () => number): number[] {
  let slot = unused;
  const sent: number[] = [];
  let waiting = Array.from({ length: calls }, (): Waiting => ({ promisedAt: undefined, asksAt: began }));
  while (waiting.length > 0) {
    waiting.sort((one, other) => one.asksAt - other.asksAt);
    const [{ promisedAt, asksAt: now } = { promisedAt: undefined, asksAt: 0 }, ...others] = waiting;
    waiting = others;
    const decision = decideTurn(pace, slot, { now, promisedAt });
    if (decision.kind !== 'soon') slot = decision.slot;
    if (decision.kind === 'now') sent.push(now);
    else {
      const at = decision.kind === 'promised' ? decision.at : (promisedAt ?? 0);
      waiting.push({ promisedAt: at, asksAt: decision.at + lateness() });
    }
  }
  return sent;
}

function mostWithin(sent: number[], windowMs: number): number {
  return Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + windowMs).length));
}

describe('turns', () => {
  it('are one after the other, in whatever order the callers come', () => {
    expect(countTurns(sendAll(perMinute, 4, () => 0))).toEqual([0, 1, 2, 3]);
  });

  it('may be taken together after a rest, as many as the burst', () => {
    const pace = { requests: 60, per: 'minute', burst: 3 } as const;
    expect(countTurns(sendAll(pace, 5, () => 0))).toEqual([0, 0, 0, 1, 2]);
  });

  it.each([
    [perMinute, 60_000],
    [{ requests: 50, per: 'second', burst: 1 } as const, 1_000],
    [{ requests: 1_000, per: 'hour', burst: 1 } as const, 3_600_000],
  ])('leave room within %o for calls that are a tenth of a second longer on their way', (pace, windowMs) => {
    const sent = sendAll(pace, pace.requests + 1, () => 0);
    expect(Number(sent.at(-1)) - began).toBeCloseTo(windowMs + 100, 3);
  });

  it.each([
    [perMinute, 60_000, 60],
    [{ requests: 7, per: 'second', burst: 1 } as const, 1_000, 7],
    [{ requests: 60, per: 'minute', burst: 5 } as const, 60_000, 64],
  ])('never come closer than %o allows, however late they are taken', (pace, windowMs, most) => {
    let seed = 7;
    // Up to three seconds late, and now and then nobody looks for half a minute.
    const lateness = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % 50 === 0 ? 30_000 : seed % 3_000;
    };
    const sent = sendAll(pace, 500, lateness);
    expect(sent).toHaveLength(500);
    expect(mostWithin(sent, windowMs)).toBeLessThanOrEqual(most);
  });

  it('of newcomers come after those that were promised', () => {
    const first = decideTurn(perMinute, unused, { now: began });
    if (first.kind !== 'now') throw new Error(first.kind);
    const second = decideTurn(perMinute, first.slot, { now: began });
    if (second.kind !== 'promised') throw new Error(second.kind);
    const later = { now: began + apart };
    expect(decideTurn(perMinute, second.slot, later)).toMatchObject({
      kind: 'promised',
      at: expect.closeTo(began + 2 * apart, 3),
    });
    expect(decideTurn(perMinute, second.slot, { ...later, promisedAt: second.at })).toMatchObject({
      kind: 'now',
    });
  });

  it('rest when a target asks for it, and then begin one by one', () => {
    const pace = { ...perMinute, burst: 10 };
    const slot = deferSlot(pace, unused, began + 30_000);
    expect(decideTurn(pace, slot, { now: began })).toMatchObject({ kind: 'promised', at: began + 30_000 });
    const then = decideTurn(pace, slot, { now: began + 30_000 });
    if (then.kind !== 'now') throw new Error(then.kind);
    expect(decideTurn(pace, then.slot, { now: began + 30_000 })).toMatchObject({
      at: began + 30_000 + apart,
    });
  });
});

test.each([
  [{ requests: 60 }, { requests: 60, per: 'minute', burst: 1 }],
  [{ requests: 0 }, 'The number of calls must be a whole number, 1 or more'],
  [{ requests: 1.5 }, 'The number of calls must be a whole number, 1 or more'],
  [{ requests: NaN }, 'The number of calls must be a whole number, 1 or more'],
  [{ requests: 1_001, per: 'second' }, 'At most 1000 calls a second can be counted'],
  [{ requests: 5, per: 'day' }, 'The time must be second, minute or hour'],
  [{ requests: 5, burst: 0 }, 'The number at once must be a whole number, 1 or more'],
  [{ requests: 5, burst: 1_001 }, 'At most 1000 calls may be sent at once'],
])('a pace of %o is read as %o', (sent, expected) => {
  const read = Pace.safeParse(sent);
  expect(read.success ? read.data : read.error.issues[0]?.message).toEqual(expected);
});

test('are described by a number and a span of time', () => {
  expect([describePace(perMinute), describePace({ requests: 5, per: 'hour', burst: 1 })]).toEqual([
    '60 a minute',
    '5 an hour',
  ]);
  expect([400, 2_000, 41_200, 960_000].map(describeWaitTime)).toEqual(['0.4 s', '2 s', '41 s', '16 min']);
});
