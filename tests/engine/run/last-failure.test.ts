// What the calls behind a failed one know of it.
import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '~/engine/events/event';
import { listWarnings } from '~/engine/checks/warnings';
import { Definition } from '~/engine/integration';
import { answer, run } from './recorded-events';
import { makeChain, makeCheck, makeHandling, noAnswer } from './run-steps';

const facts = [
  '"{{run.failure.callName}}"',
  '{{run.failure.status}}',
  '"{{run.failure.error}}"',
  '{{run.failure.attempts}}',
  '"{{run.failure.at}}"',
  '"{{run.id}}"',
];
const body = `[${facts.join(', ')}]`;
const at = '2026-01-05T12:00:00.000Z';

const chainOf = (rules: object[], more: object = {}) =>
  makeChain([{ name: 'Charge' }, { name: 'Receipt' }, { name: 'Dead letter', method: 'POST', body }], {
    handlings: [makeHandling('c1', rules, more)],
  });

const retry = {
  statusCodes: ['5xx', 'network'],
  action: 'retry',
  goToApiCallId: 'c3',
  retryConfig: { maxRetries: 1 },
};
const down = (more: object = {}) => answer('', { status: 503, statusText: 'Unavailable', ...more });

async function runLetter(definition: Definition, answers: ReturnType<typeof answer>[]) {
  const told = await run(definition, { answers });
  expect(told.events.at(-1)).toMatchObject({ kind: 'run-ended', status: 'completed' });
  return JSON.parse(told.sent.at(-1)?.body ?? '') as unknown;
}

describe('a call that a failed one leads to knows', () => {
  test('the status, the error and the attempts behind the end of retries', async () => {
    const answers = [down(), down(), answer('')];
    expect(await runLetter(chainOf([retry]), answers)).toEqual([
      'Charge',
      503,
      'HTTP 503: Unavailable',
      2,
      at,
      'run',
    ]);
  });

  test('that there was no response', async () => {
    const rule = { statusCodes: ['network'], action: 'go_to', goToApiCallId: 'c3' };
    expect(await runLetter(chainOf([rule]), [noAnswer, answer('')])).toEqual([
      'Charge',
      null,
      'The connection was refused.',
      1,
      at,
      'run',
    ]);
  });

  test('a failure that the default action goes on from, until a later call fails', async () => {
    const answers = [down(), answer(''), answer('')];
    expect(await runLetter(chainOf([]), answers)).toEqual(expect.arrayContaining(['Charge', 503]));
    const twice = makeChain([{ name: 'First' }, { name: 'Second' }, { method: 'POST', body }], {
      handlings: [makeHandling('c1', []), makeHandling('c2', [])],
    });
    expect(await runLetter(twice, [down(), down({ status: 404 }), answer('')])).toEqual(
      expect.arrayContaining(['Second', 404]),
    );
  });

  test('what a rule failed a response of', async () => {
    const when = [{ field: 'response.body.ok', value: false }];
    const rule = { ...retry, statusCodes: ['2xx'], when };
    const answers = [answer({ ok: false }), answer({ ok: false }), answer('')];
    expect(await runLetter(chainOf([rule]), answers)).toEqual([
      'Charge',
      200,
      'HTTP 200, but response.body.ok equals false',
      2,
      at,
      'run',
    ]);
  });

  test('what was waited for in vain', async () => {
    const conditions = [{ field: 'response.body.done', value: true }];
    const repeat = { kind: 'until', conditions, everySeconds: 1, maxTries: 2, onGiveUp: 'continue' };
    const chain = makeChain([
      { name: 'Job', repeat },
      { method: 'POST', body },
    ]);
    const answers = [answer({ done: false }), answer({ done: false }), answer('')];
    expect(await runLetter(chain, answers)).toEqual([
      'Job',
      200,
      'After 2 tries it did not hold that response.body.done equals true',
      1,
      at,
      'run',
    ]);
  });
});

test('wherever the run is taken up again, it knows the same', async () => {
  const definition = chainOf([retry]);
  const answers = [down(), down({ answeredAt: Date.UTC(2026, 0, 5, 12, 0, 7) }), answer('')];
  const first = await run(definition, { answers: [...answers] });
  for (let kept = 0; kept < first.events.length; kept += 1) {
    const past = first.events.slice(0, kept);
    const done = past.filter(({ kind }) => kind === 'call-finished').length;
    const told = await run(definition, { past: past as RecordedEvent[], answers: answers.slice(done) });
    if (done < 3) expect(told.sent.at(-1)?.body).toBe(first.sent.at(-1)?.body);
  }
  expect(first.sent.at(-1)?.body).toContain('2026-01-05T12:00:07.000Z');
});

test('without a failure there is none, and default stands for it', async () => {
  const letter = { method: 'POST', body: '"{{run.failure.error | default: \'none\'}}"' };
  const told = await run(makeChain([{}, letter]), { answers: [answer(''), answer('')] });
  expect(told.sent.at(-1)?.body).toBe('"none"');
  const refused = await run(makeChain([{}, { method: 'POST', body }]), { answers: [answer('')] });
  expect(refused.events.at(-1)).toMatchObject({
    status: 'error',
    errorMessage: expect.stringContaining('{{run.failure.callName}}') as string,
  });
});

test('an item knows of its own failures, and nobody behind the loop does', async () => {
  const letter = { method: 'POST', body: '"{{run.failure.status | default: 0}}"' };
  const loop = { id: 'l', order: 0.5, throughCallId: 'c2', items: 'trigger', itemName: 'order' };
  const chain = makeChain([{}, letter, letter], { handlings: [makeHandling('c1', [])] });
  const definition = Definition.parse({ ...chain, loopSteps: [loop] });
  const answers = [down(), answer(''), answer(''), answer(''), answer('')];
  const told = await run(definition, { triggerData: [1, 2], answers });
  expect(told.sent.map(({ body: sent }) => sent)).toEqual(['', '"503"', '', '"0"', '"0"']);
});

describe('where no call can have failed, the editor warns', () => {
  const letter = { name: 'Dead letter', method: 'POST', body: '{{run.failure.status | default: 0}}' };
  const warn = (rules: object[], more: object = {}) =>
    listWarnings(makeChain([{}, letter], { handlings: [makeHandling('c1', rules, more)] })).filter((each) =>
      each.startsWith(letter.name),
    );
  const warning =
    'Dead letter: {{run.failure.status | default: 0}} in the body has no value there: no call before it can fail and the run go on.';
  const stops = { defaultAction: 'stop_notify' };

  test.each([
    ['whose rules stop', [{ statusCodes: ['5xx'], action: 'stop_notify' }]],
    ['that goes on from successes alone', [{ statusCodes: ['200-299', 302], action: 'continue' }]],
    ['that ends the run', [{ statusCodes: ['4xx'], action: 'end' }]],
    ['whose retries lead nowhere', [{ statusCodes: ['5xx'], action: 'retry' }]],
  ])('behind a call %s', (_, rules) => expect(warn(rules, stops)).toEqual([warning]));

  test.each([
    ['the default action goes on', [], { defaultAction: 'continue' }],
    ['a rule goes on', [{ statusCodes: ['network'], action: 'continue' }], stops],
    ['a rule leads there', [{ statusCodes: ['300-404'], action: 'go_to', goToApiCallId: 'c2' }], stops],
    ['the end of retries leads there', [{ ...retry, goToApiCallId: 'c2' }], stops],
  ])('but not about a call after which %s', (_, rules, more) => expect(warn(rules, more)).toEqual([]));

  test('in the failed call itself, in conditions, and behind a loop', () => {
    const loop = { id: 'l', order: 0.5, throughCallId: 'c1', items: 'trigger', itemName: 'order' };
    const chain = makeChain([{ name: 'Try', headers: { 'X-A': '{{run.failure.error}}' } }, letter], {
      handlings: [makeHandling('c1', [])],
      checks: [makeCheck(1, { field: 'run.failure.status', operator: 'exists' })],
    });
    const own = 'Try: {{run.failure.error}} in the header X-A has no value there: no call before it can';
    expect(listWarnings(chain)).toEqual([`${own} fail and the run go on.`]);
    const behind = listWarnings(Definition.parse({ ...chain, loopSteps: [loop] }));
    expect(behind).toHaveLength(3);
    expect(behind).toContain(warning);
    expect(behind[1]).toContain('The field run.failure.status of a condition is never there');
  });
});

test('a variable that is called run stays what it is', async () => {
  const letter = { method: 'POST', body: '{{run.mine}}' };
  const chain = makeChain([{ responseMapping: { saveAs: 'run' } }, {}, letter], {
    handlings: [makeHandling('c2', [])],
  });
  const told = await run(chain, { answers: [answer({ mine: 7 }), down(), answer('')] });
  expect(told.sent.at(-1)?.body).toBe('7');
});

test('the address of a notice may name it', async () => {
  const webhookURL = 'https://ops.example/{{run.failure.status}}';
  const rule = { statusCodes: ['5xx'], action: 'webhook', webhookURL };
  const told = await run(makeChain([{ name: 'Charge' }], { handlings: [makeHandling('c1', [rule])] }), {
    answers: [down(), answer('')],
  });
  expect(told.sent[1]?.url).toBe('https://ops.example/503');
});
