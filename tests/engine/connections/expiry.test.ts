import { describe, expect, test } from 'vitest';
import { readExpiry } from '~/engine/connections/expiry';
import { ClientCredentials } from '~/engine/connections/oauth-configs';
import { finish } from '~/engine/json/json-parts';
import { refusesToken } from '~/engine/run/token-refusal';
import { listFields } from '~/engine/schema/issue-fields';

const client = { tokenUrl: 'https://login.example.com/token', clientId: 'me', clientSecret: 'secret' };

function findProblems(config: object) {
  const parsed = ClientCredentials.safeParse({ ...client, ...config });
  return parsed.success ? {} : listFields(parsed.error.issues);
}

test.each([
  [{ expiredStatuses: '403, 498' }, {}],
  [{ expiredStatuses: '200' }, 'Write statuses from 400 to 599 with commas between, like 403, 498'],
  [{ expiredStatuses: '403, 401' }, 'A 401 says so in any case'],
  [{ expiredStatuses: '400 402 403 404 405 406 407 408 409 410 411' }, 'At most 10 statuses may be named'],
])('%j', (config, problem) => {
  expect(findProblems(config)).toEqual(typeof problem === 'string' ? { expiredStatuses: [problem] } : {});
});

test('a field of the body needs a path and its value, and a value its field', () => {
  expect(findProblems({ expiredField: '.errcode', expiredValue: '40001' })).toEqual({});
  expect(findProblems({ expiredField: '.errcode' })).toEqual({
    expiredValue: ['Enter the value, too'],
  });
  expect(findProblems({ expiredValue: '40001' })).toEqual({
    expiredField: ['Enter the field with this value, too'],
  });
  expect(Object.keys(findProblems({ expiredField: 'a[', expiredValue: '1' }))).toEqual(['expiredField']);
});

test('nothing is looked for where nothing is named', () => {
  expect(readExpiry(ClientCredentials.parse(client))).toBeUndefined();
});

const answer = (status: number, body = '', binary = false) => ({
  kind: 'response' as const,
  status,
  statusText: '',
  headers: [],
  body,
  bodyBytes: body.length,
  truncated: false,
  binary,
  durationMs: 1,
  answeredAt: 0,
});

describe('a token', () => {
  const expiry = readExpiry({
    expiredStatuses: '403, 498',
    expiredField: '.error.code',
    expiredValue: '40001',
  });
  const said = '{"error":{"code":40001}}';

  test.each([
    ['POST', answer(401), true],
    ['GET', answer(403), true],
    ['PUT', answer(498), true],
    ['POST', answer(403), false],
    ['GET', answer(404), false],
    ['GET', answer(200, said), true],
    ['DELETE', answer(400, said), true],
    ['PATCH', answer(200, said), false],
    ['GET', answer(200, '{"error":{"code":0}}'), false],
    ['GET', answer(200, 'no JSON'), false],
    ['GET', answer(200, said, true), false],
  ] as const)('of a %s answered %j: refused is %s', (method, outcome, isRefused) => {
    expect(finish(refusesToken(method, outcome, expiry))).toBe(isRefused);
  });

  test('is looked for in parts of a long response', () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'a row' }));
    const long = answer(200, JSON.stringify({ rows, error: { code: 40_001 } }));
    const work = refusesToken('GET', long, expiry);
    let parts = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) parts += 1;
    expect(step.value).toBe(true);
    expect(parts).toBeGreaterThan(10);
  });

  test('is not refused where nobody answered', () => {
    const failure = {
      kind: 'failure',
      reason: 'timeout',
      sent: true,
      message: 'Timeout',
      durationMs: 1,
      answeredAt: 0,
    } as const;
    expect(finish(refusesToken('GET', failure, expiry))).toBe(false);
  });
});
