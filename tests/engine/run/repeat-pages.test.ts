import { describe, expect, test } from 'vitest';
import { findNextLink } from '~/engine/run/next-page';
import { base, chainOf, data, linkTo, listUrls, url } from './page-chain';
import { answer, run } from './recorded-events';
import { makeChain } from './run-steps';

describe('the pages of a list', () => {
  test('are found by the header Link, and all their items are one variable', async () => {
    const told = await listUrls({ next: { by: 'link' } }, [
      answer(data(1), linkTo('/orders?page=2')),
      answer(data(2), linkTo('https://c1.example/orders?page=3')),
      answer(data(3)),
    ]);
    expect(told.urls).toEqual([url, 'https://c1.example/orders?page=2', 'https://c1.example/orders?page=3']);
    expect(told.sent.at(-1)?.body).toBe('{"orders": [1,2,3]}');
    expect(told.story.filter((line) => line.startsWith('started'))).toEqual([
      'started 0.1',
      'started 1.1',
      'started 2.1',
      'started 3.1',
    ]);
    const keys = told.sent.map(({ headers }) => headers.find(([name]) => name === 'Idempotency-Key')?.[1]);
    expect(keys).toEqual(['run.c1.p1.1', 'run.c1.p2.1', 'run.c1.p3.1', 'run.c2.1']);
    const pages = told.events.flatMap((event) => (event.kind === 'call-started' ? [event.page] : []));
    expect(pages).toEqual([1, 2, 3, undefined]);
  });

  test('are found by an address in the answer, whose braces are no placeholders', async () => {
    const next = { by: 'url', path: '$.links.next' };
    const told = await listUrls({ next }, [
      answer({ ...data(1), links: { next: 'https://c1.example/o?after={{trigger}}' } }),
      answer({ ...data(2), links: { next: null } }),
    ]);
    expect(told.urls[1]).toBe('https://c1.example/o?after=%7B%7Btrigger%7D%7D');
  });

  test.each([
    ['https://other.example/orders', /another host, other\.example/],
    ['http://c1.example/orders', /another host, c1\.example/],
    ['file:///etc/passwd', /another host/],
    ['https://', /the URL of the next page is not valid/],
  ])('are not looked for at %s', async (address, message) => {
    const told = await run(chainOf({ next: { by: 'link' } }), {
      answers: [answer(data(1), linkTo(address))],
    });
    expect(told.sent).toHaveLength(1);
    expect(told.events.at(-1)).toMatchObject({
      status: 'error',
      errorMessage: expect.stringMatching(message),
    });
  });

  test('may be at a host that the call allows', async () => {
    const answers = [answer(data(1), linkTo('https://cdn.example/2')), answer(data(2))];
    const told = await listUrls({ next: { by: 'link' } }, answers, { allowedHosts: ['cdn.example'] });
    expect(told.urls[1]).toBe('https://cdn.example/2');
  });

  test('are found by a cursor in the query, the rest of which stays as it is', async () => {
    const next = { by: 'cursor', path: '$.meta.next', param: 'cursor' };
    const told = await listUrls({ next }, [
      answer({ ...data(1), meta: { next: 'a/b=' } }),
      answer('{"data":[],"meta":{"next":9007199254740993}}'),
      answer({ ...data(2), meta: { next: '' } }),
    ]);
    expect(told.urls).toEqual([url, `${url}&cursor=a%2Fb%3D`, `${url}&cursor=9007199254740993`]);
    expect(told.sent.at(-1)?.body).toBe('{"orders": [1,2]}');
  });

  test('are found by the last item of each, until one is empty', async () => {
    const next = { by: 'cursor', path: '$.data[-1]', param: 'starting_after' };
    const told = await listUrls({ next }, [answer(data(1, 2)), answer(data(3)), answer(data())]);
    expect(told.urls).toEqual([url, `${url}&starting_after=2`, `${url}&starting_after=3`]);
    expect(told.sent.at(-1)?.body).toBe('{"orders": [1,2,3]}');
  });

  test.each([
    [{ by: 'cursor', path: '$.data[-1]', param: 'starting_after' }, '&starting_after=2'],
    [{ by: 'page', param: 'p' }, '&p=2'],
  ])('end where the page says that there are no more: %o', async (next, second) => {
    const told = await listUrls({ next, moreAt: '$.has_more' }, [
      answer({ ...data(1, 2), has_more: true }),
      answer({ ...data(3), has_more: false }),
    ]);
    expect(told.urls.at(1)).toBe(`${url}${second}`);
    expect(told.sent.at(-1)?.body).toBe('{"orders": [1,2,3]}');
  });

  test('are found by a header, whose value is sent as a cursor is', async () => {
    const next = { by: 'header', header: 'X-Next-Page', param: 'page' };
    const told = await listUrls({ next }, [
      answer(data(1), { headers: [['x-next-page', '2']] }),
      answer(data(2), { headers: [['X-Next-Page', '']] }),
    ]);
    expect(told.urls).toEqual([url, `${url}&page=2`]);
    const inBody = { by: 'header', header: 'X-Cursor', in: 'body', bodyPath: '.after' };
    const { sent } = await listUrls(
      { next: inBody },
      [answer(data(1), { headers: [['x-cursor', 'a']] }), answer(data(2))],
      { method: 'POST', body: '{}' },
    );
    expect(sent[1]?.body).toBe('{"after":"a"}');
  });

  test('are found by a cursor in the body of every further request', async () => {
    const next = { by: 'cursor', path: '$.next', in: 'body', bodyPath: '$.variables.after' };
    const body = '{"query": "q", "variables": {"first": 1, "id": 9007199254740993}}';
    const told = await listUrls(
      { next },
      [answer({ ...data(1), next: 'x"y' }), answer({ ...data(2), next: 'z' }), answer(data(3))],
      { method: 'POST', body },
    );
    expect(told.sent.slice(0, 3).map((request) => request.body.replaceAll(' ', ''))).toEqual([
      body.replaceAll(' ', ''),
      String.raw`{"query":"q","variables":{"first":1,"id":9007199254740993,"after":"x\"y"}}`,
      '{"query":"q","variables":{"first":1,"id":9007199254740993,"after":"z"}}',
    ]);
  });

  test('are counted until one is empty, however alike they are', async () => {
    const same = answer(data({ id: 1 }));
    const told = await listUrls({ next: { by: 'page', param: 'p' } }, [
      same,
      same,
      same,
      same,
      same,
      answer(data()),
    ]);
    expect(told.urls).toEqual([1, 2, 3, 4, 5, 6].map((page) => `${url}&p=${page}`));
    expect(told.sent.at(-1)?.body).toContain('{"id":1},{"id":1},{"id":1},{"id":1},{"id":1}]');
  });

  test('are counted until one is short, from where they begin, also by what comes before', async () => {
    const paged = await listUrls({ next: { by: 'page', start: 0, pageSize: 2 } }, [
      answer(data(1, 2)),
      answer(data(3)),
    ]);
    expect(paged.urls).toEqual([`${url}&page=0`, `${url}&page=1`]);
    const call = { url: 'https://c1.example/orders?offset=7&x=1#end' };
    const offset = await listUrls(
      { next: { by: 'offset', pageSize: 2 } },
      [answer(data(1, 2)), answer(data())],
      call,
    );
    expect(offset.urls).toEqual([
      'https://c1.example/orders?x=1&offset=0#end',
      'https://c1.example/orders?x=1&offset=2#end',
    ]);
  });

  test('are counted by what they hold, when that is more than was said', async () => {
    const { urls } = await listUrls({ next: { by: 'offset', pageSize: 2 } }, [
      answer(data(1, 2, 3)),
      answer(data(4, 5)),
      answer(data(6)),
    ]);
    expect(urls).toEqual([0, 3, 5].map((offset) => `${url}&offset=${offset}`));
  });

  test('are asked for in the body by a number where a number stands', async () => {
    const next = { by: 'cursor', path: '.next', in: 'body', bodyPath: '.page.after' };
    const body = '{"page":{"after":0}}';
    const { sent } = await listUrls(
      { next },
      [answer({ ...data(1), next: 7 }), answer({ ...data(2), next: 'x' }), answer(data(3))],
      { method: 'POST', body },
    );
    expect(sent.slice(0, 3).map((request) => request.body.replaceAll(' ', ''))).toEqual([
      body,
      '{"page":{"after":7}}',
      '{"page":{"after":"x"}}',
    ]);
  });

  test.each([
    [
      { by: 'offset', pageSize: 2, in: 'body', bodyPath: '$.from' },
      '{"query":{"x":9007199254740993}}',
      ['"from":0', '"from":2'],
    ],
    [
      { by: 'page', pageSize: 2, in: 'body', bodyPath: '$.variables.page' },
      '{"variables":{"page":"1"}}',
      ['"page":"1"', '"page":"2"'],
    ],
    [{ by: 'page', start: 0, pageSize: 2, in: 'body' }, '', ['"page":0', '"page":1']],
  ])('are counted in the body: %o', async (next, body, expected) => {
    const told = await listUrls({ next }, [answer(data(1, 2)), answer(data(3))], { method: 'POST', body });
    expect(told.urls).toEqual([url, url]);
    const bodies = told.sent.slice(0, 2).map((request) => request.body.replaceAll(' ', ''));
    for (const [index, part] of expected.entries()) expect(bodies[index]).toContain(part);
    if (body.includes('9007')) expect(bodies[1]).toContain('9007199254740993');
    expect(told.sent.at(-1)?.body).toBe('{"orders": [1,2,3]}');
  });

  test('are not asked for in a body that has no place for their number', async () => {
    const next = { by: 'offset', pageSize: 2, in: 'body', bodyPath: '$.from' };
    const { sent, events } = await listUrls({ next }, [answer(data(1))], { method: 'POST', body: 'text' });
    expect(sent).toEqual([]);
    expect(JSON.stringify(events)).toContain(
      'The number of the page cannot be put into the body: it is not a JSON object.',
    );
  });

  test('are an empty list when there is none', async () => {
    const told = await listUrls({ next: { by: 'link' } }, [answer(data())]);
    expect(told.sent.at(-1)?.body).toBe('{"orders": []}');
    expect(told.events.findLast(({ kind }) => kind === 'run-ended')).toMatchObject({ status: 'completed' });
  });

  test('of two calls in one chain are apart', async () => {
    const repeat = { ...base, next: { by: 'page' } };
    const calls = [
      { repeat },
      { repeat: { ...repeat, saveAs: 'others' } },
      { method: 'POST', body: '{"a": {{orders}}, "b": {{others}}}' },
    ];
    const pages = [[1], [2], [], [3], []].map((items) => answer({ data: items }));
    const told = await run(makeChain(calls), { answers: [...pages, answer('')] });
    expect(told.sent.at(-1)?.body).toBe('{"a": [1,2], "b": [3]}');
    expect(told.sent.map((request) => request.url)).toEqual([
      ...[1, 2, 3].map((page) => `https://c1.example/?page=${page}`),
      ...[1, 2].map((page) => `https://c2.example/?page=${page}`),
      'https://c3.example/',
    ]);
  });
});

test.each([
  ['<https://a.example/?p=2>; rel="next"', 'https://a.example/?p=2'],
  ['<a>; rel="prev"; title="x, <y>; rel=next", <b>; title=t; rel="last NEXT"', 'b'],
  ['<a>; rel=prev', undefined],
  ['a; rel=next', undefined],
  ['<a;b,c>;rel=next', 'a;b,c'],
])('of the header %s the next page is %s', (value, next) => {
  expect(findNextLink([['link', value]])).toBe(next);
});
