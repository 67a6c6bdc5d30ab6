import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listSpellings } from '~/engine/secrets/spellings';

test('a secret is written plain, as JSON with and without escapes, as a URL and as a form has it', () => {
  expect(listSpellings([' é/"~ b '])).toEqual([
    'é/"~ b',
    String.raw`é/\"~ b`,
    String.raw`\u00e9/\"~ b`,
    String.raw`é\/\"~ b`,
    String.raw`\u00e9\/\"~ b`,
    '%C3%A9%2F%22~%20b',
    '%C3%A9%2F%22%7E+b',
  ]);
});

test('each spelling is there once, and none of a secret shorter than four', () => {
  expect(listSpellings(['token-1', 'token-1', ' token-1', 'abc', ' abc ', ''])).toEqual(['token-1']);
});

test('among the spellings is what JSON, URLs and forms make of a secret', () => {
  const unit = fc.constantFrom(...'aZ0 -_.!~*\'()+%&=/\\"é€', '\0', '\n', '\u2028', '\ud83d', '\ude00');
  const text = fc.string({ unit, minLength: 4 });
  fc.assert(
    fc.property(text, (secret) => {
      const plain = secret.trim();
      fc.pre(plain.length >= 4);
      const spellings = listSpellings([secret]);
      const wellFormed = Buffer.from(plain).toString();
      expect(spellings).toEqual(
        expect.arrayContaining([
          plain,
          JSON.stringify(plain).slice(1, -1),
          encodeURIComponent(wellFormed),
          new URLSearchParams([['', plain]]).toString().slice(1),
        ]),
      );
    }),
  );
});
