import { expect, test } from 'vitest';
import { answer, run } from './recorded-events';
import { makeChain, makeCheck, makeHandling } from './run-steps';

const extractFields = [
  { jsonPath: 'status:code', saveAs: 'found' },
  { jsonPath: '.status', saveAs: 'said' },
];

test.each([
  [200, ['GET c1', 'PUT c3 200 open']],
  [404, ['GET c1', 'POST c2 404 open', 'PUT c3 404 open']],
])(
  'a condition looks at the status code %i that a call saved, and other systems get it as a number',
  async (status, expected) => {
    const missing = { field: 'found', operator: 'equals', value: 404 };
    const body = '{"status": {{found}}, "said": {{said}}}';
    const chain = makeChain(
      [
        { name: 'Find', responseMapping: { extractFields } },
        { name: 'Create', method: 'POST', body },
        { name: 'Tell', method: 'PUT', body },
      ],
      {
        checks: [makeCheck(1, missing)],
        handlings: [makeHandling('c1', [{ statusCodes: [404], action: 'continue' }])],
      },
    );
    const { sent } = await run(chain, {
      answers: [answer({ status: 'open' }, { status }), answer(''), answer('')],
    });
    const told = sent.map(({ method, url, body: text }) => {
      const { status: code, said } = JSON.parse(text || '{}') as { status?: number; said?: string };
      return [method, new URL(url).hostname.split('.')[0], code, said].filter(Boolean).join(' ');
    });
    expect(told).toEqual(expected);
  },
);
