import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { finish } from '~/engine/json/json-parts';
import { maskJsonInParts } from '~/services/executions/mask-json';
import { createMaskSecrets, maskSecretsIn } from '~/engine/secrets/mask-secrets';

const secret = 'Difference-Engine-1';
const maskSecrets = createMaskSecrets([secret, '12345678']);
const items = Array.from({ length: 9_000 }, (_, at) => ({ at, price: parseJson('1.10') }));

test.each([
  ['a small value', { a: secret, [secret]: 12_345_678 }],
  ['a long list with a secret at its end', [...items, secret]],
  [
    'a large object in an object, with secrets as names',
    { [`${secret}s`]: { items, [secret]: 1 }, b: secret },
  ],
  ['very many names', Object.fromEntries(items.map(({ at }) => [`k${at}`, at === 7 ? secret : 'x']))],
  ['a long text', `${'x'.repeat(32 * 1024 - 5)}${secret}${'x'.repeat(70_000)}`],
])('the secrets in %s are masked as in the value', (_, value) => {
  const masked = finish(maskJsonInParts(stringifyJson(value), maskSecrets));
  expect(masked).toBe(stringifyJson(maskSecretsIn(value, maskSecrets)));
  expect(masked).not.toContain(secret);
});

test('a large text is masked in many parts, and is unchanged without a secret', () => {
  const text = ` ${stringifyJson([...items, secret])}`;
  expect([...maskJsonInParts(text, maskSecrets)].length).toBeGreaterThan(20);
  const harmless = ` ${stringifyJson(items)}`;
  expect(finish(maskJsonInParts(harmless, maskSecrets))).toBe(harmless);
  expect([...maskJsonInParts(harmless, maskSecrets)].length).toBeGreaterThan(5);
});
