import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from '~/engine/json/same-json';

describe('isSameJson', () => {
  it('agrees with the JSON texts', () => {
    const values = jsonValue({ maxDepth: 3 });
    assert(
      property(values, values, (one, other) => {
        const copy: unknown = JSON.parse(JSON.stringify(one));
        expect(isSameJson(one, copy)).toBe(true);
        expect(isSameJson([one], [other])).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  it.each([
    ['the order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a field that is missing', { a: 1 }, { a: 1, b: undefined }],
    ['a list and an object', [], {}],
    ['undefined in a list', [undefined], [null]],
    ['a value that writes itself', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['two dates', { at: new Date(0) }, { at: new Date(1) }],
    ['null and an object', { a: null }, { a: {} }],
  ])('agrees on %s', (_what, one, other) => {
    expect(isSameJson(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
  });
});
