import { expect, it, test } from 'vitest';
import { findSender, senders } from '~/engine/senders/senders';

test.each(senders)('the instructions of $label say whose secret counts', ({ setUp, issuesSecret }) => {
  if (issuesSecret) expect(setUp).toMatch(/(into|as the secret of) this trigger/);
  else expect(setUp).toMatch(/(?<!as the )secret of this trigger|[Gg]enerate the secret/);
});

test.each(senders.filter(({ handshake }) => handshake))(
  'the instructions of $label, which asks the URL a question, begin with a deployed trigger',
  ({ setUp }) => {
    expect(setUp).not.toMatch(/\bsave\b(?! and deploy)/i);
  },
);

it.each([
  ['stripe', true],
  ['plaid', true],
  ['brex', true],
  ['attio', true],
  ['github', undefined],
  ['wechat', undefined],
  // Takes either.
  ['fusionauth', undefined],
])('%s issues its secret: %s', (name, issuesSecret) => {
  expect(findSender(name)?.issuesSecret).toBe(issuesSecret);
});
