// What a list of pages comes to when something goes wrong, or the run is interrupted; and which repeats are refused.
import { describe, expect, test } from 'vitest';
import { Definition } from '~/engine/integration';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import { base, chainOf, data, linkTo, listUrls, url } from './page-chain';
import { answer, run } from './recorded-events';
import { makeHandling } from './run-steps';

const messageOf = async (repeat: object, answers: ReturnType<typeof answer>[]) => {
  const told = await run(chainOf(repeat), { answers });
  const { errorMessage, status } = told.events.at(-1) as Extract<RunEvent, { kind: 'run-ended' }>;
  return `${status}: ${errorMessage}`;
};

describe('a list that goes wrong', () => {
  const byCursor = { next: { by: 'cursor', path: '$.next', param: 'c' } };

  test('says so', async () => {
    expect(await messageOf(byCursor, [answer({ data: { id: 1 } })])).toBe(
      'error: Read: Page 1: at .data there is an object instead of a list.',
    );
    expect(await messageOf(byCursor, [answer({ list: [] })])).toBe(
      'error: Read: Page 1: there is nothing at .data, where the list should be.',
    );
    const same = answer({ ...data(1), next: 'same' });
    expect(await messageOf(byCursor, [same, same])).toBe(
      'error: Read: Page 2: it names the same next page as a page before it.',
    );
    const large = answer({ data: ['x'.repeat(800 * 1024)], next: 'a' });
    const more = answer({ data: ['x'.repeat(800 * 1024)], next: 'b' });
    const last = answer({ data: ['x'.repeat(800 * 1024)], next: 'c' });
    expect(await messageOf(byCursor, [large, more, last])).toMatch(/Page 3: .* larger than 2 MiB/);
    expect(await messageOf(byCursor, [answer('{"data": [', { truncated: true })])).toMatch(
      /too large to be read/,
    );
  });

  test('is stopped by its bounds with words in the log', async () => {
    const pages = [1, 2, 3].map((id) => answer({ ...data(id, id), next: `n${id}` }));
    const told = await listUrls({ ...byCursor, maxPages: 2 }, pages.slice(0, 2));
    const second = told.events.findLast((event) => event.kind === 'call-finished' && event.page === 2);
    expect(second).toMatchObject({
      extractions: [
        { variableName: 'orders', value: [1, 1, 2, 2], message: '4 items of 2 pages, stopped at 2 pages' },
      ],
    });
    const most = await listUrls({ ...byCursor, maxItems: 3 }, pages.slice(0, 2));
    expect(most.sent.at(-1)?.body).toBe('{"orders": [1,1,2]}');
    expect(JSON.stringify(most.events)).toContain('3 items of 2 pages, stopped at 3 items');
  });

  test('saves the variables of the last page, and the log lacks none on the pages before', async () => {
    const responseMapping = { extractFields: [{ jsonPath: '$.sync', saveAs: 'sync' }] };
    const told = await listUrls(
      byCursor,
      [answer({ ...data(1), next: 'n1' }), answer({ ...data(2), sync: 's7' })],
      { responseMapping },
    );
    const pages = told.events.flatMap((event) => (event.kind === 'call-finished' ? [event.extractions] : []));
    expect(pages).toMatchObject([
      [],
      [{ variableName: 'sync', success: true, value: 's7' }, { variableName: 'orders' }],
      [],
    ]);
  });

  test('has each page tried again by the call’s own rules, and ends where they say', async () => {
    const handling = makeHandling(
      'c1',
      [
        { statusCodes: ['2xx'], action: 'continue' },
        { statusCodes: [503], action: 'retry' },
        { statusCodes: [404], action: 'continue' },
      ],
      { defaultAction: 'stop_notify' },
    );
    const definition = chainOf({ next: { by: 'page' } }, {}, [handling]);
    const busy = answer('', { status: 503 });
    const told = await run(definition, {
      answers: [answer(data(1)), busy, answer(data(2)), answer('', { status: 404 }), answer('')],
    });
    expect(told.sent.at(-1)?.body).toBe('{"orders": [1,2]}');
    const keys = told.sent.map(({ headers }) => headers.find(([name]) => name === 'Idempotency-Key')?.[1]);
    expect(keys).toEqual(['run.c1.p1.1', 'run.c1.p2.1', 'run.c1.p2.2', 'run.c1.p3.1', 'run.c2.1']);
    const stopped = await run(definition, { answers: [answer(data(1)), answer('', { status: 500 })] });
    expect(stopped.events.at(-1)).toMatchObject({ status: 'error', errorMessage: 'Read: HTTP 500: OK' });
  });
});

const isPast = (event: RunEvent): event is RunEvent & RecordedEvent =>
  event.kind === 'call-started' || event.kind === 'call-finished';

describe('a run that is taken up again', () => {
  test('asks for no page twice, wherever it was interrupted, and comes to the same', async () => {
    const definition = chainOf({ next: { by: 'link' } });
    const pages = [1, 2, 3].map((id) =>
      answer(data(id), id < 3 ? linkTo(`https://c1.example/${id + 1}`) : { headers: [] }),
    );
    const whole = await run(definition, { answers: [...pages, answer('')] });
    const events = whole.events.filter(isPast);
    for (let length = 0; length <= events.length; length += 1) {
      const past = events.slice(0, length);
      const done = past.filter(({ kind }) => kind === 'call-finished').length;
      const told = await run(definition, { past, answers: [...pages, answer('')].slice(done) });
      expect(told.sent).toEqual(whole.sent.slice(done));
      expect(told.events.at(-1)).toEqual(whole.events.at(-1));
    }
  });

  test('waits between pages, and does not wait again behind the wait', async () => {
    const definition = chainOf({ next: { by: 'page', pageSize: 1 }, everyMs: 500 });
    const answers = [answer(data(1)), answer(data())];
    const told = await run(definition, { answers: [...answers, answer('')] });
    const wait = told.events.find(({ kind }) => kind === 'wait-scheduled');
    expect(wait).toEqual({
      kind: 'wait-scheduled',
      step: 1,
      until: Date.UTC(2026, 0, 5, 12) + 500,
      why: 'repeat',
    });
    const past = told.events
      .slice(
        0,
        told.events.findIndex(({ kind }) => kind === 'wait-scheduled'),
      )
      .filter(isPast);
    const again = await run(definition, { past, answers: [...answers.slice(1), answer('')] });
    expect(again.events.filter(({ kind }) => kind === 'wait-scheduled')).toEqual([]);
    expect(again.sent).toHaveLength(2);
  });
});

test.each([
  [{ next: { by: 'cursor', path: '$.n' } }, 'repeat.next.param: The name of the parameter is required'],
  [
    { next: { by: 'cursor', path: '$.n', in: 'body', bodyPath: '$.a[0]' } },
    'repeat.next.bodyPath: Write the place in the JSON body as a path of names, like .page.cursor',
  ],
  [{ next: { by: 'link' }, maxPages: 501 }, 'repeat.maxPages: Write a whole number from 1 to 500'],
  [{ next: { by: 'link' }, items: '' }, 'repeat.items: JSON path is required'],
])('%j is refused', (repeat, problem) => {
  const call = { id: 'a', order: 1, url, repeat: { ...base, ...repeat } };
  const { error } = Definition.safeParse({ apiCalls: [call] });
  expect(error?.issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`)).toEqual([
    problem,
  ]);
});

test('a list has a name of its own', () => {
  const repeat = { ...base, next: { by: 'link' } };
  const calls = [{ id: 'a', order: 1, url, repeat, responseMapping: { saveAs: 'Orders' } }];
  const { error } = Definition.safeParse({ apiCalls: calls });
  expect(error?.issues.map(({ message }) => message)).toEqual(['Duplicate variable name']);
});
