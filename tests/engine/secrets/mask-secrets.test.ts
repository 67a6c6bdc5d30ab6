import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { createMaskSecrets, createSecretMasker, mask, maskSecretsIn } from '~/engine/secrets/mask-secrets';

/** Many secrets are sought in another way than few, and masked the same. */
const others = Array.from({ length: 200 }, (_, index) => `other-${index}-"é/`);

describe.each([
  ['few secrets', []],
  ['many secrets', others],
])('createMaskSecrets of %s', (_name, besides) => {
  const createMask = (secrets: string[]) => createMaskSecrets([...besides, ...secrets]);

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
    expect(createMask(['s3cr/et "ü"'])(text)).toBe(masked);
  });

  test('masks a secret without the spaces around it, which a header loses', () => {
    expect(createMask([' token-1 '])('got token-1.')).toBe('got ••••.');
  });

  test.each([
    [['token', 'token-long'], 'token-long token', '•••• ••••'],
    [['token-long', 'token'], 'token-long token', '•••• ••••'],
    [['abcdef', 'defghi'], 'xabcdefghix', 'x••••x'],
    [['defghi', 'abcdef'], 'xabcdefghix', 'x••••x'],
    [['abcdefgh', 'cdef'], 'abcdefgh', '••••'],
    [['$&$1', '.*.*'], 'a$&$1b.*.*c', 'a••••b••••c'],
    [['abcdefgh', 'bcd'], 'abcdefgx bcd', 'abcdefgx bcd'],
    [['abcdefgh', 'abcd', 'cdef'], 'abcdefgx', '••••gx'],
    [['abcd', 'efgh'], 'abcdefgh', '••••••••'],
    [['aaaa'], 'aaaaaaaa', '••••••••'],
    [['aaaa'], 'aaaaaaa', '••••aaa'],
    [['aaaa', 'aaaaa'], 'aaaaaaaaaa', '••••'],
    [['abcab'], 'abcabcab', '••••cab'],
  ])('of %j leaves nothing in %j', (secrets, text, masked) => {
    expect(createMask(secrets)(text)).toBe(masked);
  });

  test('leaves a text without secrets alone, and takes none shorter than four for one', () => {
    expect(createMask(['', '   ', 'abc'])('abc   ')).toBe('abc   ');
    expect(createMask([])('anything')).toBe('anything');
    expect(createMask(['secret'])('Secret')).toBe('Secret');
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
          const maskSecrets = createMask(secrets);
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
    const maskSecrets = createMask([
      'a'.repeat(8_000),
      `${'a'.repeat(4_000)}b`,
      `${'a'.repeat(8_000)}b${'a'.repeat(8_000)}`,
      'aaaa',
      '(a+)+$',
    ]);
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

describe('a masker that learns more secrets', () => {
  test('masks all of them together, and leaves the one before as it is', () => {
    const first = createSecretMasker(['abcdef']);
    const both = first.extend(['defghi']);
    const many = both.extend(others).extend(['token-1']);
    expect(first.maskSecrets('xabcdefghix token-1')).toBe('x••••ghix token-1');
    expect(both.maskSecrets('xabcdefghix token-1')).toBe('x••••x token-1');
    expect(many.maskSecrets('xabcdefghix token-1 other-7-\\"é/')).toBe('x••••x •••• ••••');
    expect(first.extend([]).maskSecrets('abcdef')).toBe('••••');
    expect(first.copy().maskSecrets('xabcdefghix')).toBe('x••••ghix');
  });

  test('is made once for the same secrets, and keeps those of a copy out', () => {
    const first = createSecretMasker(['abcdef']);
    const second = first.extend(['token-1', 'token-2']);
    expect(first.extend(['token-1', 'token-2'])).toBe(second);
    expect(first.extend(['token-1', 'token-3'])).not.toBe(second);
    expect(first.copy().extend(['token-1', 'token-3'])).not.toBe(first.extend(['token-1', 'token-3']));
  });

  test('masks what one masks that knew them at once', () => {
    const secret = fc.string({ unit: fc.constantFrom('a', 'b', '/'), minLength: 4, maxLength: 7 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '\\'), maxLength: 60 });
    fc.assert(
      fc.property(fc.array(fc.array(secret, { maxLength: 12 })), text, (groups, shown) => {
        const grown = groups.reduce((masker, group) => masker.extend(group), createSecretMasker([]));
        expect(grown.maskSecrets(shown)).toBe(createMaskSecrets(groups.flat())(shown));
      }),
    );
  });
});

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

test.each([0, 200])(
  'masks the beginning of a text as in the whole text, and looks no further: %i others',
  (count) => {
    const secrets = ['secret-one', 'one-and-two-and-three', ...others.slice(0, count)];
    const maskSecrets = createMaskSecrets(secrets);
    const text = 'see secret-one-and-two-and-three and secret-one';
    for (let most = 0; most <= text.length; most += 1) {
      const shown = maskSecrets(text, most);
      expect(shown.length).toBeLessThanOrEqual(most);
      // Whatever is shown before the last mask is shown of the whole text, too; nothing of a cut secret is.
      expect('see •••• and ••••').toContain(shown.replace(/•*$/, ''));
    }
    expect(maskSecrets(text, 35)).toBe('see •••• an');
    expect(maskSecrets(`${text} ${'x'.repeat(100)}`, text.length)).toBe('see •••• and ••••');
  },
);
