import { expect, it, test } from 'vitest';
import { dictatesSecret } from '~/engine/senders/sender';
import { findSender, senders } from '~/engine/senders/senders';

test.each(senders)('$label says whose secret counts', ({ setUp }) => {
  expect(setUp).toMatch(/(into|secret of) this trigger|[Gg]enerate the secret/);
});

it.each([
  ['stripe', true],
  ['plaid', true],
  ['github', false],
  ['wechat', false],
  // Takes either.
  ['fusionauth', false],
])('a secret is generated for %s unless it dictates one: %s', (name, dictates) => {
  expect(dictatesSecret(findSender(name)?.setUp ?? '')).toBe(dictates);
});
