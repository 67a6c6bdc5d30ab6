import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { createMaskSecrets, mask, maskSecretsIn } from '~/engine/secrets/mask-secrets';

describe('createMaskSecrets', () => {
  test.each([
    ['as it is', 'the s3cr/et "ü" value', 'the •••• value'],
    ['in JSON', JSON.stringify({ a: 's3cr/et "ü"' }), '{"a":"••••"}'],
    ['in JSON with slashes escaped', String.raw`{"a":"s3cr\/et \"ü\""}`, '{"a":"••••"}'],
    ['in ASCII JSON', String.raw`{"a":"s3cr/et \"\u00fc\""}`, '{"a":"••••"}'],
    ['in ASCII JSON with slashes escaped', String.raw`{"a":"s3cr\/et \"\u00fc\""}`, '{"a":"••••"}'],
    ['in a URL', `https://x/?a=${encodeURIComponent('s3cr/et "ü"')}&b`, 'https://x/?a=••••&b'],
    ['in a form', new URLSearchParams({ a: 's3cr/et "ü"', b: '1' }).toString(), 'a=••••&b=1'],
    ['every time', 's3cr/et "ü"s3cr/et "ü" s3cr/et "ü"', '•••••••• ••••'],
  ])('masks a secret %s', (_where, text, masked) => {
    expect(createMaskSecrets(['s3cr/et "ü"'])(text)).toBe(masked);
  });

  test('masks a secret without the spaces around it, which a header loses', () => {
    expect(createMaskSecrets([' token-1 '])('got token-1.')).toBe('got ••••.');
  });

  test.each([
    [['token', 'token-long'], 'token-long token', '•••• ••••'],
    [['token-long', 'token'], 'token-long token', '•••• ••••'],
    [['abcdef', 'defghi'], 'xabcdefghix', 'x••••x'],
    [['defghi', 'abcdef'], 'xabcdefghix', 'x••••x'],
    [['abcdefgh', 'cdef'], 'abcdefgh', '••••'],
    [['$&$1', '.*.*'], 'a$&$1b.*.*c', 'a••••b••••c'],
  ])('of %j leaves nothing in %j', (secrets, text, masked) => {
    expect(createMaskSecrets(secrets)(text)).toBe(masked);
  });

  test('leaves a text without secrets alone, and takes none shorter than four for one', () => {
    expect(createMaskSecrets(['', '   ', 'abc'])('abc   ')).toBe('abc   ');
    expect(createMaskSecrets([])('anything')).toBe('anything');
    expect(createMaskSecrets(['secret'])('Secret')).toBe('Secret');
  });

  test('no secret survives, whatever surrounds it', () => {
    const secret = fc.string({ unit: 'binary', minLength: 4, maxLength: 8 }).filter(isFitSecret);
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.string(),
        fc.string(),
        (secrets, before, after) => {
          fc.pre(secrets.every((item) => !(before + after).includes(item)));
          const maskSecrets = createMaskSecrets(secrets);
          for (const item of secrets) {
            const plain = item.trim();
            for (const text of [plain, JSON.stringify(plain), encodeURIComponent(plain)]) {
              expect(maskSecrets(before + text + after).replaceAll(mask, '')).not.toContain(text);
            }
          }
        },
      ),
    );
  });

  // Steps that grew with the product of text and secret would be 10^10 here, which no test's time limit allows.
  test('is done with long texts that are nearly secrets', () => {
    const maskSecrets = createMaskSecrets(['a'.repeat(8_000), `${'a'.repeat(4_000)}b`, 'aaaa', '(a+)+$']);
    for (const [text, isSecret] of [
      ['a', true],
      ['ab', false],
      ['(a+)+$', true],
      ['\u00fc', false],
    ] as const) {
      expect(maskSecrets(text.repeat(500_000)).includes(mask), text).toBe(isSecret);
    }
  });
});

/** Long enough and not made of the mask or of halves of characters, which have no spelling in a URL. */
function isFitSecret(text: string): boolean {
  return text.trim().length >= 4 && !/[•\p{Surrogate}]/u.test(text);
}

describe('maskSecretsIn', () => {
  const maskSecrets = createMaskSecrets(['s3cret', '12345678901234567890', '87654321']);

  test('masks strings and names at any depth, and numbers', () => {
    const value = parseJson(
      '{"a":["x s3cret",{"s3cret":true,"b":null}],"exact":12345678901234567890,"plain":87654321,"other":1.0}',
    );
    expect(stringifyJson(maskSecretsIn(value, maskSecrets))).toBe(
      '{"a":["x ••••",{"••••":true,"b":null}],"exact":"••••","plain":"••••","other":1.0}',
    );
  });

  test('sets no prototype and leaves the value itself alone', () => {
    const value = parseJson('{"__proto__":{"a":"s3cret"},"b":"s3cret"}');
    const before = stringifyJson(value);
    const masked = maskSecretsIn(value, maskSecrets) as object;
    expect(Object.getPrototypeOf(masked)).toBe(Object.prototype);
    expect(stringifyJson(masked)).toBe('{"__proto__":{"a":"••••"},"b":"••••"}');
    expect(stringifyJson(value)).toBe(before);
  });
});
