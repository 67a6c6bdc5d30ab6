import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '~/engine/events/event';
import { answer, eventOf, run } from './recorded-events';
import { makeChain } from './run-steps';

const base = { kind: 'pages', items: '$.data', saveAs: 'orders' };
const chainOf = (repeat: object, url = 'https://c1.example/orders') =>
  makeChain([{ name: 'Read', url, repeat: { ...base, ...repeat } }, {}]);
const data = (...items: unknown[]) => ({ data: items });
const noteOf = ({ events }: Awaited<ReturnType<typeof run>>) => {
  const end = events.at(-1);
  return end?.kind === 'run-ended' && end.status === 'completed' ? end.note : end;
};

describe('the pages of a list that end with the first one, which has items', () => {
  const ten = Array.from({ length: 10 }, (_, index) => index);
  const cursor = { by: 'cursor', path: '$.nxt', param: 'after' };
  const graph = { ...cursor, path: '$.page[?@.more == true].end' };

  test.each([
    ['a path that leads nowhere', cursor, { next: 'b' }, [], 'There is nothing at .nxt in the answer'],
    [
      'an object at the path',
      cursor,
      { nxt: { id: 1 } },
      [],
      'At .nxt there is an object, which names no page',
    ],
    ['only true at the path', cursor, { nxt: true }, [], 'At .nxt there is only true, which names no page'],
    [
      'no place for a filter',
      graph,
      { pages: {} },
      [],
      `There is nothing at ${graph.path.slice(1)} in the answer`,
    ],
    ['no header Link', { by: 'link' }, {}, [], 'The answer has no header Link'],
    [
      'no such header',
      { by: 'header', header: 'X-Next', param: 'p' },
      {},
      [],
      'The answer has no header X-Next',
    ],
  ] as const)('say so of %s, and of a run whose page seems full', async (_, next, rest, headers, reason) => {
    const words = `${reason}, so no second page was asked for. If the list has more, correct how the next page is found.`;
    const few = await run(chainOf({ next }), {
      answers: [answer({ ...data(1, 2), ...rest }, { headers: [...headers] }), answer('')],
    });
    expect(eventOf(few, 'call-finished').extractions[0]?.message).toBe(`2 items of one page. ${words}`);
    expect(noteOf(few)).toBeUndefined();
    const full = await run(chainOf({ next }), {
      answers: [answer({ ...data(...ten), ...rest }), answer('')],
    });
    const note = `Read: only the first page was read, with 10 items. ${words}`;
    expect(noteOf(full)).toBe(note);
    const past = full.events.slice(0, 2) as RecordedEvent[];
    const resumed = await run(chainOf({ next }), { past, answers: [answer('')] });
    expect(noteOf(resumed)).toBe(note);
  });

  test.each([
    [cursor, { nxt: null }, []],
    [cursor, { nxt: '' }, []],
    [cursor, { nxt: false }, []],
    [graph, { page: { info: { more: false, end: 'x' } } }, []],
    [{ by: 'link' }, {}, [['Link', '<https://c1.example/>; rel="first"']]],
    [{ by: 'header', header: 'X-Next', param: 'p' }, {}, [['X-Next', '']]],
    [{ by: 'page', pageSize: 50 }, {}, []],
  ] as const)('say nothing where the answer says that it is the last: %o', async (next, rest, headers) => {
    const told = await run(chainOf({ next }), {
      answers: [
        answer({ ...data(...ten), ...rest }, { headers: headers.map(([name, value]) => [name, value]) }),
        answer(''),
      ],
    });
    expect(eventOf(told, 'call-finished').extractions[0]?.message).toBe('10 items of one page');
    expect(noteOf(told)).toBeUndefined();
  });

  test.each([
    ['shorter than the URL asks for', 'limit=100', 10, false],
    ['shorter, by a name with other spelling', 'page%5BSize%5D=40&x=10', 20, false],
    ['as long as the URL asks for', 'per_page=10', 10, true],
    ['as long as the URL asks for, which is no round number', 'per_page=7', 7, true],
    ['longer, so that the API ignores what is asked for', 'count=5', 10, true],
    ['as long as the most that many APIs answer', 'maxResults=1000', 100, true],
    ['of a size that is no number', 'limit=all', 10, true],
  ])(
    'are noted at the end of the run when there may be more: a page %s',
    async (_, query, count, isNoted) => {
      const items = Array.from({ length: count }, (_each, index) => index);
      const ended = await run(chainOf({ next: cursor }, `https://c1.example/orders?${query}`), {
        answers: [answer(data(...items)), answer('')],
      });
      expect(noteOf(ended)).toEqual(
        isNoted ? expect.stringContaining(`only the first page was read, with ${count} items`) : undefined,
      );
      const past = ended.events.slice(0, 2) as RecordedEvent[];
      const again = await run(chainOf({ next: cursor }, `https://c1.example/orders?${query}`), {
        past,
        answers: [answer('')],
      });
      expect(noteOf(again)).toEqual(noteOf(ended));
    },
  );
});
