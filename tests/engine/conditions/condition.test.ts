import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkCondition, describeFailedCheck } from '~/engine/conditions/condition';
import { holds } from '~/engine/comparing/operators';
import { Condition } from '~/engine/definition/conditional-step';
import { compareDecimals, compareNumber, readDecimal } from '~/engine/json/decimal';
import { loggedValueLength } from '~/engine/events/event';
import { parseJson } from '~/engine/json/json';
import { createMaskSecrets } from '~/engine/secrets/mask-secrets';

const exact = parseJson('9007199254740993');

describe('a comparison', () => {
  test.each([
    ['paid', 'equals', 'paid', true],
    ['paid', 'equals', 'Paid', false],
    ['paid', 'equals', 'paid ', false],
    [5, 'equals', '5', true],
    [5, 'equals', '5.0', true],
    [5, 'equals', ' 5 ', true],
    ['5', 'equals', 5, true],
    ['007', 'equals', '7', false],
    [exact, 'equals', '9007199254740993', true],
    [exact, 'equals', '9007199254740992', false],
    [true, 'equals', 'true', true],
    [null, 'equals', '', false],
    [null, 'equals', null, true],
    ['x', 'equals', null, false],
    [undefined, 'equals', 'x', false],
    [{ a: 1 }, 'equals', '{"a":1}', true],
    [undefined, 'not_equals', 'x', true],
    [5, 'not_equals', 5, false],
    [9, 'less_than', '10', true],
    ['9', 'less_than', '10', true],
    ['9', 'less_than', '10x', false],
    [10, 'less_than', '10', false],
    [10, 'less_or_equal', '10', true],
    [11, 'less_or_equal', '10', false],
    [exact, 'greater_than', '9007199254740992', true],
    [-1, 'greater_than', '-1.5', true],
    [1, 'greater_or_equal', '1e0', true],
    [1, 'greater_or_equal', '2', false],
    ['2026-02-01', 'greater_than', '2026-01-31', true],
    ['1e400', 'less_than', '2', false],
    ['Infinity', 'greater_than', '5', false],
    ['', 'less_than', 0, false],
    ['', 'less_or_equal', '0', false],
    ['abc', 'greater_than', 5, false],
    ['abc', 'greater_or_equal', '5', false],
    [7, 'less_than', 'abc', false],
    [true, 'greater_than', '0', false],
    ['abc', 'less_than', 'abd', true],
    ['2024-01-02', 'greater_than', '2024-01-01', true],
    ['2024-01-02', 'less_or_equal', '2024-01-02T00:00:00Z', true],
    [undefined, 'less_than', '5', false],
    [null, 'greater_or_equal', '0', false],
    [[1], 'less_than', '5', false],
    [5, 'less_than', null, false],
    ['abc', 'contains', 'b', true],
    [['a', 'b'], 'contains', 'b', true],
    [[1, 2], 'contains', '2', true],
    [['ab'], 'contains', 'b', false],
    [{ b: 1 }, 'contains', 'b', true],
    [{ b: 1 }, 'contains', 'toString', false],
    [undefined, 'contains', 'b', false],
    [undefined, 'not_contains', 'b', true],
    ['abc', 'not_contains', 'b', false],
    ['abc', 'starts_with', 'ab', true],
    [123, 'starts_with', '12', true],
    [['abc'], 'starts_with', 'ab', false],
    ['abc', 'ends_with', 'bc', true],
    [null, 'ends_with', '', false],
    ['', 'exists', '', true],
    [null, 'exists', '', false],
    [undefined, 'exists', '', false],
    [undefined, 'not_exists', '', true],
    [0, 'not_exists', '', false],
    ['', 'is_empty', '', true],
    [null, 'is_empty', '', true],
    [[], 'is_empty', '', true],
    [{}, 'is_empty', '', true],
    [0, 'is_empty', '', false],
    [exact, 'is_empty', '', false],
    [[0], 'is_not_empty', '', true],
    [' ', 'is_not_empty', '', true],
    [undefined, 'is_not_empty', '', false],
    ['paid', 'in', 'open, paid', true],
    ['aid', 'in', 'open, paid', false],
    [7, 'in', '5,7.0', true],
    ['a, b', 'in', '["a, b", "c"]', true],
    ['a', 'in', '["a, b", "c"]', false],
    [exact, 'in', '[9007199254740992]', false],
    [exact, 'in', '[9007199254740993]', true],
    [null, 'in', '[null]', true],
    ['[x', 'in', '[x, y', true],
    [undefined, 'in', 'paid', false],
    [undefined, 'not_in', 'paid', true],
    ['paid', 'not_in', 'open,paid', false],
    ['Paid', 'equals_ignoring_case', 'pAID', true],
    ['Paid ', 'equals_ignoring_case', 'paid', false],
    [5, 'equals_ignoring_case', '5.0', true],
    [undefined, 'equals_ignoring_case', '', false],
    ['Hello World', 'contains_ignoring_case', 'LO W', true],
    [['New'], 'contains_ignoring_case', 'new', true],
    [['Newest'], 'contains_ignoring_case', 'new', false],
    [{ Id: 1 }, 'contains_ignoring_case', 'ID', true],
    [undefined, 'contains_ignoring_case', 'x', false],
    ['2026-01-05T13:00:00+01:00', 'before', '2026-01-05T12:00:01Z', true],
    ['2026-01-05T13:00:00+01:00', 'after', '2026-01-05T12:00:00Z', false],
    ['2026-01-05', 'before', '2026-01-05 00:00:01', true],
    ['2026-01-05T00:00:00.001Z', 'after', '2026-01-05', true],
    [1767571200, 'after', '2026-01-04', true],
    [1767571200, 'before', '2026-01-06', true],
    ['1767571200000', 'before', '2026-01-06', true],
    ['2026-02-30', 'after', '2020-01-01', false],
    ['2026-13-01', 'after', '2020-01-01', false],
    ['soon', 'before', '2026-01-05', false],
    ['2026-01-05', 'before', 'soon', false],
    [undefined, 'before', '2026-01-05', false],
    [true, 'after', '1970-01-01', false],
    [[1, 2, 3], 'has_length', '3', true],
    [[], 'has_length', 0, true],
    ['né😀', 'has_length', '3', true],
    [{ a: 1 }, 'has_length', '1', true],
    [123, 'has_length', '3', false],
    [exact, 'has_length', '16', false],
    [undefined, 'has_length', '0', false],
  ] as const)('%j %s %j: %s', (actual, operator, expected, met) => {
    expect(holds(actual, operator, expected)).toBe(met);
  });
});

test('a list that holds the same many times over is compared and logged without writing it', () => {
  let huge: unknown = 'x'.repeat(1_000);
  for (let level = 0; level < 60; level += 1) huge = [huge, huge];
  expect(holds(huge, 'equals', 'x')).toBe(false);
  expect(holds([huge, 'x'], 'contains', 'x')).toBe(true);
  expect(holds(huge, 'is_empty', '')).toBe(false);
  const condition = Condition.parse({ field: 'huge', operator: 'equals', value: 'x' });
  const { actualValue } = checkCondition(condition, new Map([['huge', huge]]), createMaskSecrets([]));
  expect(actualValue).toMatch(/^\[{60}"x{1000}","x{1000}"\],/);
  expect(String(actualValue)).toHaveLength(loggedValueLength + 1);
});

function compare(a: string, b: string): number {
  return compareDecimals(readDecimal(a)!, readDecimal(b)!);
}

describe('decimals', () => {
  test('compare as the numbers they are', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), fc.nat(30), (a, b, places) => {
        const expected = a === b ? 0 : a < b ? -1 : 1;
        expect(compare(`${a}e-${places}`, `${b}e-${places}`)).toBe(expected);
        expect(compare(`${a}.0`, `${b}`)).toBe(expected);
        expect(compare(`${a}00`, `${b}e2`)).toBe(expected);
        expect(compareNumber(parseJson(`${a}.0`) as number, readDecimal(`${b}`)!)).toBe(expected);
      }),
    );
  });

  test('that are rounded to the same compare by their digits', () => {
    const digits = fc.bigInt({ min: -(10n ** 3n), max: 10n ** 3n });
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const base = 10n ** 40n;
        const expected = a === b ? 0 : a < b ? -1 : 1;
        expect(compare(`${base + a}`, `${base + b}`)).toBe(expected);
        expect(compare(`${-base + a}e-40`, `${-base + b}e-40`)).toBe(expected);
      }),
    );
  });

  test.each([
    ['0', '-0.00', 0],
    ['0', '0.0001', -1],
    ['-0.0001', '0', -1],
    ['0', '-1', 1],
    ['1e-400', '0', 1],
    ['1e-999999999', '2', -1],
    ['9007199254740993', '9007199254740992', 1],
  ])('%s stands to %s as %d to 0', (a, b, order) => {
    expect(compare(a, b)).toBe(order);
    expect(compare(b, a)).toBe(order === 0 ? 0 : -order);
  });

  test('longer than 400 characters are only text', () => {
    const [short, long] = ['2'.padStart(400, '0'), '2'.padStart(401, '0')];
    expect([holds(2, 'equals', short), holds(2, 'equals', long)]).toEqual([true, false]);
    expect([holds([2], 'contains', short), holds([2], 'contains', long)]).toEqual([true, false]);
    expect([holds(1, 'less_than', short), holds(1, 'less_than', long)]).toEqual([true, false]);
    expect(holds(long, 'equals', long)).toBe(true);
    expect(holds(1, 'less_than', `1.${'0'.repeat(390)}1`)).toBe(true);
  });
});

test.each([
  ['contains', [3, parseJson('1.0'), {}, 'a']],
  ['not_contains', [3, parseJson('1.0'), {}, 'a']],
  ['contains_ignoring_case', [3, parseJson('1.0'), {}, 'a']],
] as const)('%s reads what is expected once, however long the list is', (operator, kinds) => {
  const list = Array.from({ length: 100 }, () => kinds).flat();
  const expected = `2.${'0'.repeat(300)}1`;
  const read = vi.spyOn(RegExp.prototype, 'exec');
  const trimmed = vi.spyOn(String.prototype, 'trim');
  const lowered = vi.spyOn(String.prototype, 'toLowerCase');
  onTestFinished(() => void vi.restoreAllMocks());
  holds(list, operator, expected);
  const ofExpected = [
    read.mock.calls.filter(([text]) => text === expected),
    trimmed.mock.contexts.filter((text) => String(text) === expected),
    lowered.mock.contexts.filter((text) => String(text) === expected),
  ];
  for (const calls of ofExpected) expect(calls.length).toBeLessThanOrEqual(1);
});

test('of a number longer than any decimal nothing is worked out for a choice', () => {
  const actual = parseJson(`1.${'0'.repeat(1_000)}`);
  const read = vi.spyOn(RegExp.prototype, 'exec');
  onTestFinished(() => void vi.restoreAllMocks());
  holds(actual, 'in', '2,3,4');
  expect(read.mock.calls.filter(([text]) => text.length > 1_000)).toHaveLength(0);
});

describe('a check', () => {
  const variables = new Map<string, unknown>([
    ['trigger', { items: [{ id: 'token-1' }], text: 'x'.repeat(10_000) }],
  ]);
  const maskSecrets = createMaskSecrets(['token-1']);
  const check = (input: object) => checkCondition(Condition.parse(input), variables, maskSecrets);

  test('reads a path into a variable and masks what it found and what it expected', () => {
    expect(check({ field: '{{ trigger.items[0].id }}', operator: 'equals', value: 'token-1' })).toEqual({
      fieldName: 'trigger.items[0].id',
      conditionType: 'equals',
      expectedValue: '••••',
      actualValue: '••••',
      met: true,
    });
  });

  test.each(['nobody', 'trigger.constructor', 'trigger.items.push', 'not a reference'])(
    'of %s finds nothing',
    (field) => {
      const checked = check({ field, operator: 'exists', value: 'ignored' });
      expect(checked).toMatchObject({ actualValue: undefined, expectedValue: null, met: false });
    },
  );

  test('logs only the beginning of a long value', () => {
    const { actualValue, met } = check({ field: 'trigger.text', operator: 'starts_with', value: 'x' });
    expect(met).toBe(true);
    expect(actualValue).toBe(`${'x'.repeat(loggedValueLength)}…`);
  });

  test('never logs half a character', () => {
    const text = `${'x'.repeat(loggedValueLength - 1)}🐦 and more`;
    const condition = Condition.parse({ field: 'text', operator: 'starts_with', value: 'x' });
    const { actualValue } = checkCondition(condition, new Map([['text', text]]), maskSecrets);
    expect(actualValue).toBe(`${'x'.repeat(loggedValueLength - 1)}…`);
  });

  test('that failed says what was expected and what was there', () => {
    expect(describeFailedCheck(check({ field: 'nobody', operator: 'equals', value: 'a' }))).toBe(
      'nobody equals "a" is not met: there is no value.',
    );
    expect(
      describeFailedCheck(check({ field: 'trigger.items[0].id', operator: 'less_than', value: '5' })),
    ).toBe('trigger.items[0].id less than "5" is not met: the value is "••••".');
    expect(describeFailedCheck(check({ field: 'trigger.text', operator: 'is_empty' }))).toBe(
      `trigger.text is empty is not met: the value is "${'x'.repeat(98)}….`,
    );
  });
});

describe('a list that holds the same thing many times, as one of a path may', () => {
  test.each(['contains', 'not_contains', 'contains_ignoring_case'] as const)(
    'is asked once for it by %s',
    (operator) => {
      let seen = 0;
      const item = {
        get a() {
          seen += 1;
          return 1;
        },
      };
      const list = Array.from({ length: 1_000 }, () => item);
      expect(holds(list, operator, '{"a":2}')).toBe(operator === 'not_contains');
      expect(seen).toBe(1);
      expect(holds([...list, 'end'], 'contains', 'end')).toBe(true);
    },
  );
});

test('the names of a large object are listed once, however many conditions look at it', () => {
  let listed = 0;
  const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]));
  const trigger = new Proxy(properties, {
    ownKeys: (target) => {
      listed += 1;
      return Reflect.ownKeys(target);
    },
  });
  const checks = (['is_not_empty', 'is_empty', 'equals', 'contains_ignoring_case', 'has_length'] as const)
    .flatMap((operator) => [operator, operator])
    .map((operator) =>
      checkCondition(
        Condition.parse({ field: 'trigger', operator, value: '{"k0":0' }),
        new Map<string, unknown>([['trigger', trigger]]),
        createMaskSecrets([]),
      ),
    );
  expect(checks.filter(({ met }) => met).map(({ conditionType }) => conditionType)).toEqual([
    'is_not_empty',
    'is_not_empty',
  ]);
  expect(checks[0]?.actualValue).toMatch(/^\{"k0":0,"k1":1,/);
  expect(listed).toBe(1);
});
