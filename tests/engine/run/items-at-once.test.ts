import { describe, expect, test } from 'vitest';
import type { RecordedEvent, Reply, RunEvent } from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import type { SendOutcome } from '~/engine/run/outcome';
import { runIntegration } from '~/engine/run/run';
import { answer } from './recorded-events';
import { makeChain, makeHandling } from './run-steps';
import { digestFile } from '~/services/digest-file';

const minute = 60_000;

const makeCall = (index: number) => ({
  method: 'POST',
  url: `https://x.example/${index + 1}/{{order}}`,
  body: '{}',
});

const times = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Calls of an item, one after the other, under `atOnce`. */
function chainOf(loop: object, { calls = 1, handlings = [] }: { calls?: number; handlings?: object[] } = {}) {
  const chain = makeChain(times(calls, makeCall), { handlings });
  const each = { id: 'l1', order: 0.5, throughCallId: `c${calls}`, items: 'trigger', itemName: 'order' };
  return Definition.parse({ ...chain, loopSteps: [{ ...each, ...loop }] });
}

const retried = makeHandling('c1', [
  { statusCodes: [503], action: 'retry', retryConfig: { maxRetries: 3, retryDelay: 30_000 } },
]);

interface Options {
  past?: RecordedEvent[];
  clock?: { now: number };
  /** What a call is answered, by its path; a promise keeps it open. */
  answers?: (path: string) => SendOutcome | Promise<SendOutcome>;
}

/** A run whose events a test asks for one by one. */
function start(definition: Definition, triggerData: unknown, options: Options = {}) {
  const sent: string[] = [];
  const keys: string[] = [];
  const { clock = { now: 0 }, answers = () => answer({}) } = options;
  const events = runIntegration({
    executionId: 'run',
    definition,
    triggerData,
    past: options.past ?? [],
    ports: {
      digest: digestFile,
      authorize: async () => ({ kind: 'refused', message: 'no connections here' }),
      reject: async () => undefined,
      takeTurn: async () => ({ kind: 'now', waitedMs: 0 }),
      deferTurns: async () => undefined,
      readValues: async () => [],
      now: () => clock.now,
      async send({ url, headers }) {
        const path = new URL(url).pathname;
        sent.push(path);
        keys.push(headers.find(([name]) => name === 'Idempotency-Key')?.[1] ?? '');
        return Object.assign(await answers(path), { answeredAt: clock.now });
      },
    },
  });
  const told: RunEvent[] = [];
  return {
    sent,
    keys,
    told,
    async ask(reply?: Reply): Promise<RunEvent | undefined> {
      const { done, value } = await events.next(reply);
      if (done) return undefined;
      told.push(value);
      return value;
    },
    /** Until it ends, or waits as a whole. */
    async askAll(): Promise<RunEvent | undefined> {
      for (;;) {
        const event = await this.ask();
        if (!event || event.kind === 'run-ended') return event;
        if ((event.kind === 'wait-scheduled' || event.kind === 'retry-scheduled') && !event.aside)
          return event;
      }
    },
  };
}

function hold<Value>() {
  let release = (_value: Value): void => undefined;
  const promise = new Promise<Value>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

const kept = new Set(['call-started', 'call-finished', 'loop-begun', 'item-ended', 'loop-ended']);

/** As it is read from rows: with the time from which waits are counted. */
function toPast(told: RunEvent[], endedAt = 0): RecordedEvent[] {
  return told
    .filter((event): event is RunEvent & RecordedEvent => kept.has(event.kind))
    .map((event) => (event.kind === 'call-finished' ? Object.assign({}, event, { endedAt }) : event));
}

const failAt =
  (...paths: string[]) =>
  (path: string) =>
    answer('', { status: paths.includes(path) ? 500 : 200 });

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('several items at once', () => {
  test('are sent side by side, each only after its intent was taken, and a new one when one has ended', async () => {
    const open = new Map<string, ReturnType<typeof hold<SendOutcome>>>();
    const run = start(chainOf({ atOnce: 2 }), ['a', 'b', 'c'], {
      answers(path) {
        const held = hold<SendOutcome>();
        open.set(path, held);
        return held.promise;
      },
    });
    expect(await run.ask()).toMatchObject({ kind: 'loop-begun' });
    expect(await run.ask()).toMatchObject({ kind: 'call-started', loop: { id: 'l1', index: 1, of: 3 } });
    await settle();
    expect(run.sent).toEqual([]);
    expect(await run.ask()).toMatchObject({ kind: 'call-started', loop: { index: 2 } });
    await settle();
    expect(run.sent).toEqual(['/1/a']);
    const third = run.ask();
    await settle();
    expect(run.sent).toEqual(['/1/a', '/1/b']);
    open.get('/1/b')?.release(answer({}));
    expect(await third).toMatchObject({ kind: 'call-finished', loop: { index: 2 } });
    expect(await run.ask()).toMatchObject({ kind: 'item-ended', loop: { index: 2 }, othersUnderWay: true });
    expect(await run.ask()).toMatchObject({ kind: 'call-started', loop: { index: 3 } });
    const rest = run.askAll();
    await settle();
    open.get('/1/a')?.release(answer({}));
    open.get('/1/c')?.release(answer({}));
    expect(await rest).toMatchObject({ kind: 'run-ended', status: 'completed' });
    expect(run.keys).toEqual(['run.c1.i1.1', 'run.c1.i2.1', 'run.c1.i3.1']);
  });

  test('have the same steps and keys however many are run at once', async () => {
    const list = Array.from({ length: 12 }, (_, index) => index);
    const runs = [1, 3, 10].map((atOnce) => start(chainOf({ atOnce }, { calls: 3 }), list));
    for (const run of runs) await run.askAll();
    const [one, ...others] = runs.map(({ told, keys }) => ({
      keys: keys.toSorted(),
      steps: told.flatMap((event) => ('step' in event ? [event.step] : [])).toSorted((a, b) => a - b),
    }));
    expect(one?.keys).toHaveLength(36);
    for (const other of others) expect(other).toEqual(one);
  });

  test('one that waits keeps its place and lets the others go on; when all wait, so does the run', async () => {
    const clock = { now: 1_000 };
    const failing = new Set(['/1/a', '/1/c']);
    const answers = (path: string) => (failing.has(path) ? answer('', { status: 503 }) : answer({}));
    const definition = chainOf({ atOnce: 2 }, { handlings: [retried] });
    const run = start(definition, ['a', 'b', 'c'], { clock, answers });
    expect(await run.askAll()).toMatchObject({ kind: 'wait-scheduled', until: 31_000, why: 'items' });
    expect(run.sent).toEqual(['/1/a', '/1/b', '/1/c']);
    expect(run.told.filter(({ kind }) => kind === 'retry-scheduled')).toMatchObject([
      { loop: { index: 1 }, aside: true },
    ]);
    failing.delete('/1/a');
    // Taken up too early, by a crash: nobody is asked before the time.
    const past = toPast(run.told, 1_000);
    clock.now = 2_000;
    const early = start(definition, ['a', 'b', 'c'], { clock, answers, past });
    expect(await early.askAll()).toMatchObject({ kind: 'wait-scheduled', until: 31_000 });
    expect(early.sent).toEqual([]);
    clock.now = 31_000;
    failing.delete('/1/c');
    const again = start(definition, ['a', 'b', 'c'], { clock, answers, past });
    expect(await again.askAll()).toMatchObject({ kind: 'run-ended', status: 'completed' });
    expect(again.keys).toEqual(['run.c1.i1.2', 'run.c1.i3.2']);
  });

  test('one that waits is asked again when its time has come while others are under way', async () => {
    const clock = { now: 0 };
    let first = true;
    const run = start(chainOf({ atOnce: 2 }, { handlings: [retried] }), ['a', 'b', 'c', 'd'], {
      clock,
      answers(path) {
        if (path !== '/1/a' || !first) {
          clock.now += minute;
          return answer({});
        }
        first = false;
        return answer('', { status: 503 });
      },
    });
    expect(await run.askAll()).toMatchObject({ kind: 'run-ended', status: 'completed' });
    expect(run.sent.filter((path) => path === '/1/a')).toHaveLength(2);
    expect(run.sent.indexOf('/1/d')).toBeGreaterThan(run.sent.lastIndexOf('/1/a'));
  });

  test('pages of an item wait each for their own time, also when the run is taken up', async () => {
    const clock = { now: 0 };
    const repeat = {
      kind: 'pages',
      next: { by: 'page', pageSize: 1 },
      items: '$.data',
      saveAs: 'found',
      everyMs: minute,
    };
    const chain = makeChain([{ url: 'https://x.example/{{order}}', repeat }]);
    const definition = Definition.parse({
      ...chain,
      loopSteps: [
        { id: 'l1', order: 0.5, throughCallId: 'c1', items: 'trigger', itemName: 'order', atOnce: 2 },
      ],
    });
    let left = 3;
    const answers = () => answer({ data: left-- > 0 ? [1] : [] });
    const run = start(definition, ['a'], { clock, answers });
    expect(await run.askAll()).toMatchObject({ kind: 'wait-scheduled', until: minute });
    clock.now = 1_000;
    const early = start(definition, ['a'], { clock, answers, past: toPast(run.told) });
    expect(await early.askAll()).toMatchObject({ kind: 'wait-scheduled', until: minute });
    expect(early.sent).toEqual([]);
    clock.now = minute;
    const later = start(definition, ['a'], { clock, answers, past: toPast(run.told) });
    expect(await later.askAll()).toMatchObject({ kind: 'wait-scheduled', until: 2 * minute });
    expect(later.keys).toEqual(['run.c1.i1.p2.1']);
  });

  test('a held item goes no further, what is in flight is recorded, and the run ends at a wait', async () => {
    const open = hold<SendOutcome>();
    const run = start(chainOf({ atOnce: 2 }), ['a', 'b', 'c'], {
      answers: (path) => (path === '/1/a' ? open.promise : answer({})),
    });
    await run.ask();
    await run.ask();
    expect(await run.ask()).toMatchObject({ kind: 'call-started', loop: { index: 2 } });
    const next = run.ask('hold');
    open.release(answer({}));
    expect(await next).toMatchObject({ kind: 'call-finished', loop: { index: 1 } });
    expect(await run.ask()).toMatchObject({ kind: 'item-ended', loop: { index: 1 } });
    expect(await run.ask()).toMatchObject({ kind: 'wait-scheduled', why: 'items' });
    expect(run.sent).toEqual(['/1/a']);
    await expect(run.ask()).rejects.toThrow('held');
  });

  test('when one fails that ends the run, those under way come to their end and none is begun', async () => {
    const open = hold<SendOutcome>();
    const run = start(chainOf({ atOnce: 2 }, { calls: 2 }), ['a', 'b', 'c'], {
      answers: (path) =>
        path === '/1/a' ? answer('', { status: 500 }) : path === '/1/b' ? open.promise : answer({}),
    });
    const end = run.askAll();
    await settle();
    open.release(answer({}));
    expect(await end).toMatchObject({
      kind: 'run-ended',
      errorMessage: expect.stringMatching(/^Item 1 of 3: API Call 1: HTTP 500/),
    });
    expect(run.sent).toEqual(['/1/a', '/1/b', '/2/b']);
    expect(run.told.filter(({ kind }) => kind === 'item-ended')).toHaveLength(2);
  });

  test('wherever a run was interrupted, no answered call is sent again and every other one is, under its key', async () => {
    const list = ['a', 'b', 'c', 'd', 'e'];
    const definition = chainOf({ atOnce: 3, onError: 'continue' }, { calls: 2 });
    const answers = failAt('/1/c');
    const whole = start(definition, list, { answers });
    await whole.askAll();
    const past = toPast(whole.told);
    expect(past.length).toBeGreaterThan(20);
    for (let length = 0; length <= past.length; length += 1) {
      const recorded = past.slice(0, length);
      const again = start(definition, list, { answers, past: recorded });
      expect(await again.askAll()).toMatchObject({
        status: 'completed',
        note: 'For each order: 4 of 5; 1 failed.',
      });
      const done = recorded.filter(({ kind }) => kind === 'call-finished').length;
      expect(again.keys).toHaveLength(whole.keys.length - done);
      expect(whole.keys).toEqual(expect.arrayContaining(again.keys));
    }
  });

  test('the third of three that notify people is in the end of the run once', async () => {
    const stopping = makeHandling('c1', [
      { statusCodes: ['5xx'], action: 'stop_notify', notificationEmail: 'ops@example.com' },
    ]);
    const definition = chainOf({ atOnce: 3, onError: 'continue' }, { handlings: [stopping] });
    const answers = failAt('/1/a', '/1/b', '/1/c');
    const run = start(definition, ['a', 'b', 'c', 'd'], { answers });
    const end = await run.askAll();
    const notify = { callName: 'API Call 1', email: 'ops@example.com' };
    expect(end).toMatchObject({ status: 'completed', notify });
    const past = toPast(run.told);
    for (const length of [past.length - 2, past.length]) {
      const again = start(definition, ['a', 'b', 'c', 'd'], { answers, past: past.slice(0, length) });
      expect(await again.askAll()).toMatchObject({ status: 'completed', notify });
    }
  });

  test('whoever an item notifies is notified also when the run then ends at another call', async () => {
    const stopping = makeHandling('c1', [
      { statusCodes: ['5xx'], action: 'stop_notify', notificationEmail: 'ops@example.com' },
    ]);
    const chain = makeChain(times(2, makeCall), { handlings: [stopping] });
    const each = { id: 'l1', order: 0.5, throughCallId: 'c1', items: 'trigger', itemName: 'order' };
    const definition = Definition.parse({ ...chain, loopSteps: [{ ...each, onError: 'continue' }] });
    const run = start(definition, ['a', 'b'], { answers: failAt('/1/a') });
    // The second call names a variable that only an item has.
    expect(await run.askAll()).toMatchObject({
      status: 'error',
      notify: { callName: 'API Call 2', email: 'ops@example.com' },
    });
  });
});
