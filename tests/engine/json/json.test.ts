import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ExactNumber, isJsonLongerThan, parseJson, stringifyJson } from '~/engine/json/json';

/** Any number as RFC 8259 §6 lets it be written. */
const numberText = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,4})?$/);

/** What it says when it throws. */
function attempt(work: () => boolean): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('numbers', () => {
  test('print as they were written, wherever they stand', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        expect(stringifyJson(parseJson(text))).toBe(text);
        const around = `{"a":[${text},{"b":${text}}],"c":${text}}`;
        expect(stringifyJson(parseJson(around))).toBe(around);
        expect(stringifyJson(parseJson(` [\n${text}\t,${text} ]`))).toBe(`[${text},${text}]`);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    '9007199254740993',
    '1.10',
    '1.0',
    '-0',
    '-0.0',
    '1e400',
    '1E5',
    '0.0000001',
    '0.1e-7',
    '100000000.1234567',
  ])('%s', (text) => expect(stringifyJson(parseJson(`[${text}]`))).toBe(`[${text}]`));

  test('that JavaScript keeps are plain numbers, beside others that it does not', () => {
    expect(parseJson('[1,-2.5,123456789012345]')).toEqual([1, -2.5, 123456789012345]);
    const [plain, exact] = parseJson('[1,1.0]') as unknown[];
    expect(plain).toBe(1);
    expect(exact).toBeInstanceOf(ExactNumber);
    expect(String(exact)).toBe('1.0');
  });

  test.each([
    ['a text like a marked number', '["\\u00000\\u00001.10",1.10]'],
    [
      'texts with more marks',
      '["\\u00000\\u00001.10","\\u00001\\u00007","\\u00002\\u00003\\u00007",1.10,2.0]',
    ],
    ['a name like one', '{"\\u00000\\u00001":1.10}'],
    ['a quote before it', '{"a":"x\\"\\u00000\\u00001","b":1.10}'],
    ['only such a text', '["\\u00000\\u00001.10"]'],
  ])('are distinguished from %s', (_what, text) => {
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  test('are distinguished from texts of control characters, digits and quotes', () => {
    const signs = ['\0', '\0', '"', '0', '1', '-', '.', 'u0000', ','];
    const part = fc.string({ unit: fc.constantFrom(...signs, '\\') });
    // Once Node 24.21 has read an object with the name `\`, JSON.parse takes `\u0000` in its place for that name.
    const name = fc.string({ unit: fc.constantFrom(...signs) });
    const value = fc.array(fc.oneof(part, fc.constant('number'), fc.dictionary(name, part)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(value, (items) => {
        const text = `[${items.map((item) => (item === 'number' ? '1.10' : JSON.stringify(item))).join(',')}]`;
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test('are read once, and what is no JSON beside them is refused in the same words', () => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    parseJson('{"a":1.10}');
    expect(parse).not.toHaveBeenCalled();
    const sign = fc.constantFrom(
      ...'{}[]:,"\\-+.eE01 \n\t\u0001u',
      'true',
      'null',
      '\\u00e',
      '"a":',
      '1.10',
      ',"b":2.0',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 4 }), fc.nat(30), fc.nat(3), (signs, at, left) => {
        const whole = '{"a":[1.10,{"b":true}],"c":null}';
        const text = whole.slice(0, at) + signs.join('') + whole.slice(at + left);
        expect(attempt(() => stringifyJson(parseJson(text)) === '')).toEqual(
          attempt(() => JSON.parse(text) === ''),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  test('are laid out like others', () => {
    const laidOut = stringifyJson(parseJson('{"a":[],"b":{},"c":[{"d":1.10}],"e":"x"}'), 2);
    expect(laidOut).toBe(
      JSON.stringify({ a: [], b: {}, c: [{ d: 'X' }], e: 'x' }, null, 2).replace('"X"', '1.10'),
    );
  });

  test('look like text to JSON.stringify, which cannot write them', () => {
    expect(JSON.stringify(parseJson('{"a":1.10}'))).toBe('{"a":"1.10"}');
  });
});

describe('parseJson', () => {
  test('agrees with JSON.parse, and stringifyJson with JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('e'));
        expect(JSON.stringify(parseJson(text))).toBe(text);
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
    );
  });

  test.each(['{"__proto__":{"x":1}}', '{"__proto__":{"x":1.0}}'])('%s sets no prototype', (text) => {
    const value = parseJson(text) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect('x' in value).toBe(false);
    expect(stringifyJson(value)).toBe(text);
  });

  test.each(['{"a":1,"a":2}', '{"a":1.0,"a":2}'])('of a doubled name in %s the last value counts', (text) =>
    expect(parseJson(text)).toEqual({ a: 2 }),
  );

  test('a payload cannot pass itself off as a number of ours', () => {
    const text = '{"isLosslessNumber":true,"value":"1","toJSON":"x","toString":"y","n":1.0}';
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  test.each([
    '',
    'x',
    '{',
    '01',
    '1.',
    '.5',
    '+1',
    "{'a':1}",
    '[1.0,]',
    '[1e5}',
    '"\u0000"',
    '[NaN]',
    '1.0 2',
  ])('%j is no JSON', (text) => expect(() => parseJson(text)).toThrow(SyntaxError));

  test('text that nests deeper than 200 is rejected, and brackets in strings do not count', () => {
    expect(stringifyJson(parseJson(`${'['.repeat(200)}1.0${']'.repeat(200)}`))).toContain('1.0');
    expect(() => parseJson(`${'['.repeat(201)}${']'.repeat(201)}`)).toThrow(SyntaxError);
    expect(() => parseJson('['.repeat(1_000_000))).toThrow(SyntaxError);
    expect(parseJson(JSON.stringify('['.repeat(300)))).toBe('['.repeat(300));
  });

  // Steps that grew with the square of the length would be 10^12 here, which no test's time limit allows.
  test('a megabyte of digits or of text that is nearly numbers is read', () => {
    const digits = '1'.repeat(1_000_000);
    expect(stringifyJson(parseJson(`[${digits}]`)) === `[${digits}]`).toBe(true);
    const text = `${' 1.'.repeat(300_000)}x`;
    expect(parseJson(JSON.stringify(text)) === text).toBe(true);
    expect(parseJson(`[${'1.0,'.repeat(200_000)}1]`)).toHaveLength(200_001);
    expect(parseJson(`{${'"a":1.0,'.repeat(100_000)}"a":2}`)).toEqual({ a: 2 });
  });
});

test('isJsonLongerThan knows the length of the JSON text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { length } = stringifyJson(value);
      expect(isJsonLongerThan(value, length)).toBe(false);
      expect(isJsonLongerThan(value, length - 1)).toBe(true);
    }),
  );
  expect(isJsonLongerThan(parseJson('[1.000]'), 7)).toBe(false);
  expect(isJsonLongerThan(parseJson('[1.000]'), 6)).toBe(true);
});

test('stringifyJson indents as JSON.stringify does', () => {
  expect(stringifyJson(parseJson('{"a":[1.0,{}],"b":null}'), 2)).toBe(
    '{\n  "a": [\n    1.0,\n    {}\n  ],\n  "b": null\n}',
  );
  expect(stringifyJson(undefined)).toBe('null');
});
