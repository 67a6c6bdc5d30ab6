import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listSpellings } from '~/engine/secrets/spellings';

const secret = String.raw`+a/b\c==<d>&"e'é (f)~`;

test.each([
  ['as it is', secret],
  ['JSON', String.raw`+a/b\\c==<d>&\"e'é (f)~`],
  ['JSON of Python', String.raw`+a/b\\c==<d>&\"e'\u00e9 (f)~`],
  ['JSON of PHP', String.raw`+a\/b\\c==<d>&\"e'\u00e9 (f)~`],
  ['JSON of Go', String.raw`+a/b\\c==\u003cd\u003e\u0026\"e'é (f)~`],
  ['JSON of Gson', String.raw`+a/b\\c\u003d\u003d\u003cd\u003e\u0026\"e\u0027é (f)~`],
  ['JSON of .NET', String.raw`\u002Ba/b\\c==\u003Cd\u003E\u0026\u0022e\u0027\u00E9 (f)~`],
  ['URL', `%2Ba%2Fb%5Cc%3D%3D%3Cd%3E%26%22e'%C3%A9%20(f)~`],
  ['URL of RFC 3986', '%2Ba%2Fb%5Cc%3D%3D%3Cd%3E%26%22e%27%C3%A9%20%28f%29~'],
  ['URL of Python', '%2Ba/b%5Cc%3D%3D%3Cd%3E%26%22e%27%C3%A9%20%28f%29~'],
  ['URL with small digits', `%2ba%2fb%5cc%3d%3d%3cd%3e%26%22e'%c3%a9%20(f)~`],
  ['URL of RFC 3986 with small digits', '%2ba%2fb%5cc%3d%3d%3cd%3e%26%22e%27%c3%a9%20%28f%29~'],
  ['form', '%2Ba%2Fb%5Cc%3D%3D%3Cd%3E%26%22e%27%C3%A9+%28f%29%7E'],
  ['form of Python', '%2Ba%2Fb%5Cc%3D%3D%3Cd%3E%26%22e%27%C3%A9+%28f%29~'],
  ['form with small digits', '%2ba%2fb%5cc%3d%3d%3cd%3e%26%22e%27%c3%a9+%28f%29%7e'],
  ['text of HTML', String.raw`+a/b\c==&lt;d&gt;&amp;"e'é (f)~`],
  ['HTML of PHP', String.raw`+a/b\c==&lt;d&gt;&amp;&quot;e&#039;é (f)~`],
  ['HTML of Python', String.raw`+a/b\c==&lt;d&gt;&amp;&quot;e&#x27;é (f)~`],
  ['HTML of Go', String.raw`+a/b\c==&lt;d&gt;&amp;&#34;e&#39;é (f)~`],
  ['HTML of Ruby and Express', String.raw`+a/b\c==&lt;d&gt;&amp;&quot;e&#39;é (f)~`],
  ['HTML with a plain apostrophe', String.raw`+a/b\c==&lt;d&gt;&amp;&quot;e'é (f)~`],
  ['XML', String.raw`+a/b\c==&lt;d&gt;&amp;&quot;e&apos;é (f)~`],
  ['HTML of ASP.NET', String.raw`&#x2B;a/b\c==&lt;d&gt;&amp;&quot;e&#x27;é (f)~`],
  ['JSON in JSON', String.raw`+a/b\\\\c==<d>&\\\"e'é (f)~`],
  ['JSON in JSON of Go', String.raw`+a/b\\\\c==\u003cd\u003e\u0026\\\"e'é (f)~`],
  [
    'JSON in JSON in JSON',
    JSON.stringify(JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)).slice(1, -1),
  ],
  ['JSON in HTML', String.raw`+a/b\\c==&lt;d&gt;&amp;\&quot;e&#39;é (f)~`],
  ['JSON in a form', '%2Ba%2Fb%5C%5Cc%3D%3D%3Cd%3E%26%5C%22e%27%C3%A9+%28f%29%7E'],
])('a secret is known as it is written in %s', (_writer, written) => {
  expect(listSpellings([` ${secret} `])).toContain(written);
});

test.each(['pa%2Assw0rd9', 'pa%2assw0rd9'])('an asterisk is known as percent-encoded: %j', (written) => {
  expect(listSpellings(['pa*ssw0rd9'])).toContain(written);
});

test('each spelling is there once, and none of a secret shorter than four', () => {
  expect(listSpellings(['token-1', 'token-1', ' token-1', 'abc', ' abc ', ''])).toEqual(['token-1']);
});

test('among the spellings is what JSON, URLs and forms make of a secret', () => {
  const unit = fc.constantFrom(...'aZ0 -_.!~*\'()+%&=/\\"é€', '\0', '\n', '\u2028', '\ud83d', '\ude00');
  const text = fc.string({ unit, minLength: 4 });
  fc.assert(
    fc.property(text, (some) => {
      const plain = some.trim();
      fc.pre(plain.length >= 4);
      const spellings = listSpellings([some]);
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
