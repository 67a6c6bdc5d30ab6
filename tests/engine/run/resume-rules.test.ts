import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import type { Definition } from '~/engine/integration';
import { parseJson, stringifyJson } from '~/engine/json/json';
import type { SendOutcome } from '~/engine/run/outcome';
import type { CallRequest } from '~/engine/run/request';
import { runIntegration } from '~/engine/run/run';
import { makeChain, makeCheck, makeHandling, noAnswer } from './run-steps';
import { answer } from './recorded-events';
import { digestFile } from '~/services/digest-file';

/** What a target says to the attempts of a call, by the id of the attempt. */
type Answers = (attemptId: string) => SendOutcome;

/** What is on disk: the first event of each kind, step and attempt, as text. */
type Disk = Map<string, string>;

interface World {
  disk: Disk;
  /** Requests by the id of their attempt, in the order sent. */
  sent: { id: string; key: string; body: string }[];
  /** Attempts that were sent although their end, or the answer to their Idempotency-Key, was on disk. */
  repeated: string[];
}

const death = new Error('The process died');

function keyOf({ headers }: CallRequest): string {
  return headers.find(([name]) => name === 'Idempotency-Key')?.[1] ?? '';
}

function placeOf(event: RunEvent): string {
  const step = 'step' in event ? event.step : '';
  const attempt = 'attempt' in event ? event.attempt : '';
  return `${event.kind} ${step} ${attempt}`;
}

function isPast(event: RunEvent): event is RunEvent & RecordedEvent {
  return ['call-started', 'call-finished', 'call-refused'].includes(event.kind);
}

function readDisk(disk: Disk): RecordedEvent[] {
  return [...disk.values()].map((text) => parseJson(text) as RunEvent).filter(isPast);
}

/** Runs until the end, or until so many events were stored and requests were sent. */
async function live(world: World, definition: Definition, answers: Answers, moments: number): Promise<void> {
  let left = moments;
  const pass = () => {
    left -= 1;
    if (left < 0) throw death;
  };
  const events = runIntegration({
    executionId: 'run',
    definition,
    triggerData: { x: 1 },
    past: readDisk(world.disk),
    ports: {
      digest: digestFile,
      authorize: async () => ({ kind: 'refused', message: 'no connections here' }),
      reject: async () => undefined,
      takeTurn: async () => ({ kind: 'now', waitedMs: 0 }),
      now: () => 0,
      deferTurns: async () => undefined,
      readValues: async () => [],
      async send(request, id) {
        const key = keyOf(request);
        const isRepeated = readDisk(world.disk).some((event) => {
          if (event.kind !== 'call-finished') return false;
          const started = readStarted(world, event);
          return started.id === id || (event.response !== null && started.key === key);
        });
        if (isRepeated) world.repeated.push(id);
        world.sent.push({ id, key, body: request.body });
        // The target has it; whether its answer comes back is another moment.
        pass();
        return answers(id);
      },
    },
  });
  try {
    for await (const event of events) {
      pass();
      const place = placeOf(event);
      if (!world.disk.has(place)) world.disk.set(place, stringifyJson(event));
    }
  } catch (error) {
    if (error !== death) throw error;
  }
}

/** The attempt of a finished call, and the Idempotency-Key with which it was sent. */
function readStarted({ disk }: World, { step, attempt }: { step: number; attempt: number }) {
  const { callId, source, request } = JSON.parse(
    disk.get(`call-started ${step} ${attempt}`) ?? '{}',
  ) as RunEvent & { kind: 'call-started' };
  const id = `run.${callId}${source === 'rule' ? '-notice' : ''}.${attempt}`;
  return { id, key: request.headers.find(([name]) => name === 'Idempotency-Key')?.[1] };
}

function makeWorld(): World {
  return { disk: new Map(), sent: [], repeated: [] };
}

function hasEnded({ disk }: World): boolean {
  return [...disk.keys()].some((place) => place.startsWith('run-ended'));
}

const status = fc.constantFrom(200, 200, 204, 302, 404, 429, 500, 503, 0);
const code = fc.constantFrom(200, 404, 429, '2xx', '4xx', '500-599', 'network');
const rules = fc.array(
  fc.record({
    statusCodes: fc.array(code, { minLength: 1, maxLength: 2 }),
    action: fc.constantFrom('continue', 'stop_notify', 'retry', 'webhook'),
    webhookURL: fc.constant('https://hook.example/'),
    retryConfig: fc.record({ maxRetries: fc.integer({ min: 1, max: 3 }) }),
  }),
  { maxLength: 3 },
);
const condition = fc.record({
  field: fc.constantFrom('trigger.x', 'trigger.none', 'r1', 'r2', 'r3'),
  operator: fc.constantFrom('equals', 'not_equals', 'greater_than', 'exists', 'not_exists'),
  value: fc.constantFrom('0', '1', '2'),
});
/** What is enough, and where the run goes when it is not there: so many calls on, or as said. */
const otherwise = fc.record({
  match: fc.constantFrom('all', 'any'),
  otherwise: fc.constantFrom('skip_next' as const, 'end' as const, 1, 2, 3),
});
/** For each call: what it answers by attempt, the rules for that, and the check behind it. */
const link = fc.record({
  answers: fc.array(fc.tuple(status, fc.integer({ min: 0, max: 2 })), { minLength: 1, maxLength: 4 }),
  rules: fc.option(rules),
  defaultAction: fc.constantFrom('continue', 'continue', 'stop_notify'),
  check: fc.option(
    fc.tuple(
      fc.array(condition, { minLength: 1, maxLength: 2 }),
      fc.option(fc.integer({ min: 1, max: 4 })),
      otherwise,
    ),
  ),
});
const chain = fc.array(link, { minLength: 1, maxLength: 6 });
type Link = typeof link extends fc.Arbitrary<infer Value> ? Value : never;

function build(links: Link[]): { definition: Definition; answers: Answers } {
  const calls = links.map((_, index) => ({
    method: 'POST',
    body: index > 0 ? '{{trigger}}' : '',
    responseMapping: { extractFields: [{ jsonPath: '.x', saveAs: `r${index + 1}` }] },
  }));
  const checks = links.flatMap(({ check }, index) => {
    if (!check) return [];
    const [[first = {}, ...conditions], jump, { match, otherwise: other }] = check;
    const nameTarget = (by: number) => (index + 1 + by <= links.length ? `c${index + 1 + by}` : undefined);
    const otherwiseApiCallId = typeof other === 'number' ? nameTarget(other) : undefined;
    const made = makeCheck(index + 1, first, {
      match,
      nextApiCallId: jump ? nameTarget(jump) : undefined,
      otherwise: otherwiseApiCallId ? 'go_to' : typeof other === 'number' ? 'end' : other,
      otherwiseApiCallId,
    });
    return [{ ...made, conditionalExecution: { ...made.conditionalExecution, conditions } }];
  });
  const handlings = links.flatMap(({ rules: written, defaultAction }, index) =>
    written ? [makeHandling(`c${index + 1}`, written, { defaultAction })] : [],
  );
  return {
    definition: makeChain(calls, { checks, handlings }),
    answers(attemptId) {
      const [, callId = '', attempt = '1'] = attemptId.split('.');
      const { answers = [] } = links[Number(callId.replace(/\D/g, '')) - 1] ?? {};
      const [said = 200, x = 0] = answers[Math.min(Number(attempt), answers.length) - 1] ?? [];
      return said === 0 ? noAnswer : answer({ x }, { status: said });
    },
  };
}

function listKinds({ disk }: World, kind: RunEvent['kind']): string[] {
  return [...disk.entries()].filter(([place]) => place.startsWith(kind)).map(([, text]) => text);
}

const failOnce: Answers = (attemptId) =>
  attemptId === 'run.c1.1' ? answer('', { status: 503 }) : answer({ x: 'secret-value' });

describe('an execution that is interrupted again and again', () => {
  test('repeats no recorded call, posts the same, and ends with the steps of one that was not', async () => {
    await fc.assert(
      fc.asyncProperty(
        chain,
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }),
        async (links, lives) => {
          const { definition, answers } = build(links);
          const whole = makeWorld();
          await live(whole, definition, answers, Infinity);
          expect(hasEnded(whole)).toBe(true);

          const torn = makeWorld();
          for (const moments of lives) if (!hasEnded(torn)) await live(torn, definition, answers, moments);
          if (!hasEnded(torn)) await live(torn, definition, answers, Infinity);

          expect(torn.repeated).toEqual([]);
          const requests = new Map(whole.sent.map(({ id, ...request }) => [id, request]));
          for (const { id, ...request } of torn.sent) expect(request).toEqual(requests.get(id));
          for (const kind of [
            'call-started',
            'call-finished',
            'call-skipped',
            'condition-checked',
            'run-ended',
          ] as const) {
            expect(listKinds(torn, kind)).toEqual(listKinds(whole, kind));
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  test('after each single moment of one execution with everything in it', async () => {
    const definition = makeChain(
      [
        { responseMapping: { extractFields: [{ jsonPath: '.x', saveAs: 'x' }] } },
        {},
        { headers: { Authorization: 'Bearer {{x}}' } },
        {},
      ],
      {
        checks: [
          makeCheck(1, { field: 'x', operator: 'equals', value: 'secret-value' }, { nextApiCallId: 'c3' }),
        ],
        handlings: [
          makeHandling('c1', [{ statusCodes: ['5xx'], action: 'retry' }]),
          makeHandling('c3', [
            { statusCodes: ['2xx'], action: 'webhook', webhookURL: 'https://hook.example/' },
          ]),
          makeHandling('c4', [], { defaultAction: 'stop_notify', defaultNotificationEmail: 'a@b.example' }),
        ],
      },
    );
    const whole = makeWorld();
    await live(whole, definition, failOnce, Infinity);
    expect(whole.sent.map(({ key }) => key)).toEqual([
      'run.c1.1',
      'run.c1.2',
      'run.c3.1',
      'run.c3-notice.1',
      'run.c4.1',
    ]);
    expect(listKinds(whole, 'call-skipped')).toHaveLength(1);
    expect(whole.sent[3]?.body).not.toContain('secret-value');
    for (let moments = 0; moments < whole.disk.size + whole.sent.length; moments += 1) {
      const torn = makeWorld();
      await live(torn, definition, failOnce, moments);
      expect(hasEnded(torn)).toBe(false);
      await live(torn, definition, failOnce, Infinity);
      expect(torn.repeated).toEqual([]);
      expect(new Set(torn.sent.map(({ body, key }) => `${key} ${body}`)).size).toBe(whole.sent.length);
      expect(listKinds(torn, 'call-finished')).toEqual(listKinds(whole, 'call-finished'));
      expect(listKinds(torn, 'run-ended')).toEqual(listKinds(whole, 'run-ended'));
    }
  });
});
