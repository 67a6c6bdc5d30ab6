import { expect, test } from 'vitest';
import { createRunSecrets } from '~/engine/run/run-secrets';
import { makeDefinition } from '../definition/call';

test('a run learns very many secrets at once, each once', () => {
  const secrets = createRunSecrets(makeDefinition([{ url: 'https://a.example/' }]));
  const before = secrets.count();
  // Too short to be masked, so that nothing is built for them.
  const pairs = Array.from({ length: 200_000 }, (_, index) =>
    String.fromCharCode(0x4e00 + (index % 1000), 0x4e00 + Math.floor(index / 1000)),
  );
  secrets.add([...pairs, ...pairs]);
  expect(secrets.count() - before).toBe(pairs.length);
  expect(secrets.listAdded()).toEqual(pairs);
});
