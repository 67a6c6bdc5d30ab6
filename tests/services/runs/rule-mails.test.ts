import { expect, test } from 'vitest';
import { countRuleMail } from '~/services/runs/stop-emails';
import { createTestContext } from '../../support/context';

test.each([
  ['open', 300],
  ['invite', 330],
  ['closed', 330],
] as const)(
  'with SIGNUP=%s, rules of eleven organizations mail %i strangers in an hour',
  async (signUp, most) => {
    const context = await createTestContext({ config: { signUp } });
    const mailAll = () =>
      Array.from({ length: 11 * 31 }, (_, n) => countRuleMail(context, `organization ${n % 11}`)).filter(
        Boolean,
      ).length;
    expect(mailAll()).toBe(most);
    expect(mailAll()).toBe(0);
    context.clock.advance(3_600_000);
    expect(mailAll()).toBe(most);
  },
);
