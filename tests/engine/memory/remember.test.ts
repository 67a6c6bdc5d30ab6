import { describe, expect, test } from 'vitest';
import type { CallFinished, RecordedEvent, RunEvent } from '~/engine/events/event';
import { Definition } from '~/engine/integration';
import { answer, run } from '../run/recorded-events';
import { makeChain, makeHandling } from '../run/run-steps';

const list = { responseMapping: { saveAs: 'orders', extractFields: [] } };
const since = { url: 'https://c1.example/?since={{memory.last | default: 0}}' };

function finishedOf(events: RunEvent[]): CallFinished[] {
  return events.filter((event) => event.kind === 'call-finished');
}

function rememberedOf(events: RunEvent[]) {
  return finishedOf(events).flatMap(({ remembered = [] }) => remembered);
}

describe('what a run remembers', () => {
  test('is read by name, and is a default before anything is remembered', async () => {
    const chain = makeChain([since]);
    const first = await run(chain, { answers: [answer('')] });
    expect(first.sent[0]?.url).toBe('https://c1.example/?since=0');
    const next = await run(chain, { answers: [answer('')], memory: { last: 17 } });
    expect(next.sent[0]?.url).toBe('https://c1.example/?since=17');
  });

  test('is missing in the first run without a default, which says what to write', async () => {
    const first = await run(makeChain([{ url: 'https://c1.example/?since={{memory.last | plus: 1}}' }]), {
      answers: [],
    });
    expect(first.story.at(-1)).toBe(
      'ended error: API Call 1: The variable {{memory.last | plus: 1}} in the URL has no value. Until a run has remembered it, it has none: write {{memory.last | default: "…"}}, or set it under Memory.',
    );
  });

  test('is recorded before anything is sent, and not read again by a run that goes on', async () => {
    const chain = makeChain([since]);
    const told = await run(chain, { answers: [answer('')], memory: { last: 1 } });
    expect(told.story.slice(0, 2)).toEqual(['memory-read', 'started 0.1']);
    const again = await run(chain, {
      answers: [answer('')],
      memory: { last: 2 },
      memoryBefore: { values: { last: 1 } },
    });
    expect(again.story[0]).toBe('started 0.1');
    expect(again.sent[0]?.url).toBe('https://c1.example/?since=1');
  });

  test('is read as a whole, too', async () => {
    const whole = makeChain([{ url: "https://c1.example/{{memory | json_path: '$.last'}}" }]);
    const told = await run(whole, { answers: [answer('')], memory: { last: 17 } });
    expect(told.sent[0]?.url).toBe('https://c1.example/17');
  });

  test('stands in no log, and stays so under another name, when it holds a secret of the run that left it', async () => {
    const call = {
      method: 'POST',
      body: '{"k": "{{memory.echo.token}}"}',
      responseMapping: { computed: [{ saveAs: 'copy', template: '{{memory.echo}}' }] },
      remember: [{ name: 'again', value: 'memory.echo.token' }],
    };
    const memory = { echo: { token: 'a-secret-of-before' }, open: 'shown-as-it-is' };
    const told = await run(makeChain([call, { url: 'https://c2.example/{{memory.open}}' }]), {
      answers: [answer(''), answer('')],
      memory,
      secretNames: ['echo'],
    });
    expect(told.sent[0]?.body).toBe('{"k": "a-secret-of-before"}');
    expect(rememberedOf(told.events)).toEqual([
      { name: 'again', value: 'a-secret-of-before', isSecret: true },
    ]);
    const logged = told.events.map((event) =>
      event.kind === 'call-started'
        ? event.request
        : event.kind === 'call-finished' && [event.extractions, event.response],
    );
    expect(JSON.stringify(logged)).not.toContain('a-secret-of-before');
    expect(JSON.stringify(logged)).toContain('shown-as-it-is');
  });

  test('is not read by a run that has nothing to do with it', async () => {
    const told = await run(makeChain([{}]), { answers: [answer('')] });
    expect(told.story).not.toContain('memory-read');
  });

  test('is a variable, a path, a filtered one or a text, with its type', async () => {
    const remember = [
      { name: 'last', value: 'orders[0].id' },
      { name: 'braced', value: '{{ orders[0].id }}' },
      { name: 'all', value: '{{orders | map: "id"}}' },
      { name: 'text', value: 'order {{orders[0].id}}' },
      { name: 'former', value: 'memory.last | default: null' },
    ];
    const told = await run(makeChain([{ ...list, remember }]), { answers: [answer([{ id: 7 }, { id: 6 }])] });
    expect(rememberedOf(told.events).map(({ name, value }) => [name, JSON.stringify(value)])).toEqual([
      ['last', '7'],
      ['braced', '7'],
      ['all', '[7,6]'],
      ['text', '"order 7"'],
      ['former', 'null'],
    ]);
  });

  test('is known to the calls behind, and to the rest of a run that is taken up again', async () => {
    const remember = [{ name: 'last', value: 'orders.id' }];
    const chain = makeChain([
      { ...list, remember },
      { url: 'https://c2.example/{{memory.last}}/{{memory.other}}' },
    ]);
    const answers = [answer({ id: 7 }), answer('')];
    const told = await run(chain, { answers, memory: { last: 1, other: 'x' } });
    expect(told.sent[1]?.url).toBe('https://c2.example/7/x');
    const past = told.events.filter(({ kind }) => kind === 'call-started' || kind === 'call-finished');
    const again = await run(chain, {
      past: past.slice(0, 2) as RecordedEvent[],
      memoryBefore: { values: { last: 1, other: 'x' } },
      answers: [answer('')],
    });
    expect(again.sent.map(({ url }) => url)).toEqual(['https://c2.example/7/x']);
    expect(rememberedOf(again.events)).toEqual([]);
  });

  test('stays when the call fails, also where a rule goes on from that', async () => {
    const remember = [{ name: 'last', value: 'trigger' }];
    const bad = answer('', { status: 500 });
    const alone = await run(makeChain([{ remember }]), { triggerData: 1, answers: [bad] });
    expect(rememberedOf(alone.events)).toEqual([]);
    const handlings = [makeHandling('c1', [])];
    const handled = await run(makeChain([{ remember }], { handlings }), { triggerData: 1, answers: [bad] });
    expect(handled.story.at(-1)).toBe('ended completed');
    expect(rememberedOf(handled.events)).toEqual([]);
  });

  test.each(['continue', 'end', 'go_to'])('is kept when a rule for the success says %s', async (action) => {
    const rule = { statusCodes: [200], action, ...(action === 'go_to' && { goToApiCallId: 'c2' }) };
    const chain = makeChain([{ remember: [{ name: 'last', value: 'trigger' }] }, {}], {
      handlings: [makeHandling('c1', [rule])],
    });
    const told = await run(chain, { triggerData: 1, answers: [answer(''), answer('')] });
    expect(rememberedOf(told.events)).toEqual([{ name: 'last', value: 1, isSecret: false }]);
  });

  test('is not kept where a rule ends the run in error at a success', async () => {
    const rule = { statusCodes: [200], action: 'stop_notify' };
    const chain = makeChain([{ remember: [{ name: 'last', value: 'trigger' }] }], {
      handlings: [makeHandling('c1', [rule])],
    });
    const told = await run(chain, { triggerData: 1, answers: [answer('')] });
    expect(rememberedOf(told.events)).toEqual([]);
  });

  test('is recorded in the log, and what has no value or is too long is not remembered', async () => {
    const remember = [
      { name: 'gone', value: 'orders.nope' },
      { name: 'long', value: 'orders.long' },
      { name: 'good', value: 'orders.id' },
    ];
    const body = { id: 5, long: 'x'.repeat(8_200) };
    const told = await run(makeChain([{ ...list, remember }]), { answers: [answer(body)] });
    expect(rememberedOf(told.events)).toEqual([{ name: 'good', value: 5, isSecret: false }]);
    expect(finishedOf(told.events)[0]?.extractions.slice(1)).toMatchObject([
      {
        variableName: 'memory.gone',
        success: false,
        message: 'not remembered: The variable {{orders.nope}} in what is remembered has no value.',
      },
      {
        variableName: 'memory.long',
        success: false,
        message: 'not remembered: the value is longer than 8,192 characters',
      },
      { variableName: 'memory.good', success: true, value: 5 },
    ]);
  });

  test('knows of a value that it holds a secret', async () => {
    const call = {
      ...list,
      headers: { Authorization: 'Bearer sesame-open-77' },
      remember: [{ name: 'echo', value: 'orders.you' }],
    };
    const told = await run(makeChain([call]), { answers: [answer({ you: 'sent sesame-open-77' })] });
    expect(rememberedOf(told.events)).toEqual([
      { name: 'echo', value: 'sent sesame-open-77', isSecret: true },
    ]);
    expect(JSON.stringify(finishedOf(told.events)[0]?.extractions)).not.toContain('sesame');
  });

  test('of a list in pages is remembered once, behind the last page, with all of the list', async () => {
    const repeat = {
      kind: 'pages',
      items: '.data',
      saveAs: 'all',
      next: { by: 'cursor', path: '.next', param: 'cursor' },
    };
    const call = { repeat, remember: [{ name: 'count', value: 'all | size' }] };
    const parsed = Definition.safeParse({
      ...makeChain([{}]),
      apiCalls: [{ id: 'c1', order: 1, url: 'https://c1.example/', ...call }],
    });
    if (!parsed.success) throw new Error(JSON.stringify(parsed.error.issues));
    const answers = [answer({ data: [1, 2], next: 'b' }), answer({ data: [3], next: null })];
    const told = await run(parsed.data, { answers });
    expect(finishedOf(told.events).map(({ remembered }) => remembered?.[0]?.value)).toEqual([undefined, 3]);
  });

  test('says no more than fifty values', async () => {
    const memory = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`v${index}`, index]));
    const remember = [
      { name: 'v3', value: 'trigger' },
      { name: 'more', value: 'trigger' },
    ];
    const told = await run(makeChain([{ remember }]), { triggerData: 'x', answers: [answer('')], memory });
    expect(rememberedOf(told.events).map(({ name }) => name)).toEqual(['v3']);
  });
});

test('a definition without it is what it was, and an empty list of it is none', () => {
  expect(JSON.stringify(makeChain([{}]))).not.toContain('remember');
  expect(JSON.stringify(makeChain([{ remember: [] }]))).toBe(JSON.stringify(makeChain([{}])));
});
