import { describe, expect, test } from 'vitest';
import { clampRetry, computeDelay, readRetryAfter } from '~/engine/definition/retry';

test.each([
  [{}, { maxRetries: 3, retryDelay: 1_000, backoffStrategy: 'linear' }],
  [
    { maxRetries: 0, retryDelay: 99 },
    { maxRetries: 1, retryDelay: 100, backoffStrategy: 'linear' },
  ],
  [
    { maxRetries: 4, retryDelay: 30_001, backoffStrategy: 'exponential' },
    { maxRetries: 3, retryDelay: 30_000, backoffStrategy: 'exponential' },
  ],
  [
    { maxRetries: 1.6, retryDelay: 100.4 },
    { maxRetries: 2, retryDelay: 100, backoffStrategy: 'linear' },
  ],
] as const)('%j is taken as %j', (given, retry) => expect(clampRetry(given)).toEqual(retry));

test.each([
  ['linear', [1_000, 2_000, 3_000]],
  ['exponential', [1_000, 2_000, 4_000]],
] as const)('%s waits grow', (backoffStrategy, delays) => {
  const retry = { maxRetries: 3, retryDelay: 1_000, backoffStrategy };
  expect([1, 2, 3].map((attempt) => computeDelay(retry, attempt, 0))).toEqual(delays);
  expect(computeDelay(retry, 1, 7_000)).toBe(7_000);
  expect(computeDelay(retry, 3, 500)).toBe(delays[2]);
});

describe('Retry-After', () => {
  const answeredAt = Date.UTC(2026, 0, 5, 12);
  const read = (value: string, date?: string) =>
    readRetryAfter(
      [['Retry-After', value], ...(date ? [['Date', date] as [string, string]] : [])],
      answeredAt,
    );

  test.each([
    ['0', 0],
    [' 7 ', 7_000],
    ['300', 300_000],
    ['301', 300_000],
    ['9'.repeat(400), 300_000],
    ['-1', 0],
    ['1.5', 0],
    ['soon', 0],
    ['', 0],
    ['2026', 300_000],
  ])('%j asks for %i ms', (value, waitMs) => expect(read(value)).toBe(waitMs));

  test('as a date counts from the clock that wrote it', () => {
    expect(read('Wed, 01 Jan 2020 00:00:20 GMT', 'Wed, 01 Jan 2020 00:00:05 GMT')).toBe(15_000);
    expect(read('Wednesday, 01-Jan-20 00:00:20 GMT', 'Wed Jan  1 00:00:05 2020')).toBe(15_000);
    expect(read('Wed, 01 Jan 2020 00:00:00 GMT', 'Wed, 01 Jan 2020 00:00:05 GMT')).toBe(0);
    expect(read('Wed, 01 Jan 2020 01:00:00 GMT', 'Wed, 01 Jan 2020 00:00:05 GMT')).toBe(300_000);
  });

  test('as a date counts from the response when no clock is given', () => {
    expect(read('Mon, 05 Jan 2026 12:00:09 GMT')).toBe(9_000);
    expect(read('Mon, 05 Jan 2026 12:00:09 GMT', 'nonsense')).toBe(9_000);
  });

  // https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api, https://developer.okta.com/docs/reference/rl-best-practices/
  test.each([
    [
      'since 1970, by our clock',
      [
        ['X-RateLimit-Remaining', '0'],
        ['X-RateLimit-Reset', '1767614442'],
      ],
      42_000,
    ],
    [
      'since 1970, by its own clock',
      [
        ['Date', 'Mon, 05 Jan 2026 12:00:40 GMT'],
        ['x-rate-limit-remaining', '0'],
        ['x-rate-limit-reset', '1767614442'],
      ],
      2_000,
    ],
    [
      'from now',
      [
        ['RateLimit-Remaining', '0'],
        ['RateLimit-Reset', '7'],
      ],
      7_000,
    ],
    [
      'with a fraction',
      [
        ['X-RateLimit-Remaining', '0'],
        ['X-RateLimit-Reset', '1767614400.5'],
      ],
      500,
    ],
    [
      'that is over',
      [
        ['X-RateLimit-Remaining', '0'],
        ['X-RateLimit-Reset', '1767614300'],
      ],
      0,
    ],
    [
      'that is far',
      [
        ['X-RateLimit-Remaining', '0'],
        ['X-RateLimit-Reset', '1767618000'],
      ],
      300_000,
    ],
    [
      'of a limit with something left',
      [
        ['X-RateLimit-Remaining', '1'],
        ['X-RateLimit-Reset', '7'],
      ],
      0,
    ],
    ['of a limit that says nothing of what is left', [['X-RateLimit-Reset', '7']], 0],
    [
      'of another limit',
      [
        ['X-RateLimit-Remaining', '0'],
        ['RateLimit-Reset', '7'],
      ],
      0,
    ],
    [
      'that is no number',
      [
        ['X-RateLimit-Remaining', '0'],
        ['X-RateLimit-Reset', '6m0s'],
      ],
      0,
    ],
    [
      'beside a Retry-After',
      [
        ['X-RateLimit-Remaining', '0'],
        ['X-RateLimit-Reset', '7'],
        ['Retry-After', '3'],
      ],
      3_000,
    ],
    [
      'beside a Retry-After that cannot be read',
      [
        ['X-RateLimit-Remaining', '0'],
        ['X-RateLimit-Reset', '7'],
        ['Retry-After', 'soon'],
      ],
      7_000,
    ],
  ] satisfies [string, [string, string][], number][])('gives way to a reset %s', (_what, headers, waitMs) => {
    expect(readRetryAfter(headers, Date.UTC(2026, 0, 5, 12))).toBe(waitMs);
  });

  test.each([
    ['of Telegram', 429, [], '{"ok":false,"parameters":{"retry_after":14}}', 14_000],
    ['of Discord', 429, [], '{"retry_after":64.57,"global":false}', 64_570],
    ['that is too long', 429, [], '{"retry_after":86400}', 300_000],
    ['of no refusal', 200, [], '{"retry_after":14}', 0],
    ['that is a text', 429, [], '{"retry_after":"14"}', 0],
    ['that is below zero', 429, [], '{"retry_after":-1}', 0],
    ['in no JSON', 429, [], 'error: "retry_after" 14', 0],
    ['beside a Retry-After', 429, [['Retry-After', '3']], '{"retry_after":14}', 3_000],
  ] satisfies [string, number, [string, string][], string, number][])(
    'stands in a body without a header: %s',
    (_what, status, headers, body, waitMs) => {
      expect(readRetryAfter(headers, answeredAt, { status, body })).toBe(waitMs);
    },
  );

  test('that is not there asks for nothing', () => expect(readRetryAfter([], answeredAt)).toBe(0));
});
