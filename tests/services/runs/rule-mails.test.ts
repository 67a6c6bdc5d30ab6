import { expect, test } from 'vitest';
import { countRuleMail } from '~/services/runs/stop-emails';
import { createTestContext } from '../../support/context';

/** Begins mails to strangers by turns, 31 for each organization, and returns how many each may begin. */
async function createMails(signUp: 'open' | 'invite' | 'closed', organizations: number) {
  const context = await createTestContext({ config: { signUp } });
  const begin = (name: string, most = 31) =>
    Array.from({ length: most }, () => countRuleMail(context, name, 'stranger')).filter(Boolean).length;
  const beginAll = () => {
    const begun = Array.from({ length: organizations }, () => 0);
    for (let turn = 0; turn < 31; turn += 1) {
      for (const n of begun.keys()) begun[n] = (begun[n] ?? 0) + begin(`organization ${n}`, 1);
    }
    return begun;
  };
  return { context, begin, beginAll };
}

test.each(['invite', 'closed'] as const)(
  'with SIGNUP=%s, rules of each organization mail 30 strangers in an hour',
  async (signUp) => {
    const { context, beginAll } = await createMails(signUp, 11);
    expect(beginAll()).toEqual(Array.from({ length: 11 }, () => 30));
    expect(beginAll()).toEqual(Array.from({ length: 11 }, () => 0));
    context.clock.advance(3_600_000);
    expect(beginAll()).toEqual(Array.from({ length: 11 }, () => 30));
  },
);

test('with SIGNUP=open, an organization that is alone mails 30 strangers in an hour', async () => {
  const { context, begin } = await createMails('open', 0);
  expect(begin('alone')).toBe(30);
  context.clock.advance(3_600_000);
  expect(begin('alone')).toBe(30);
});

test('with SIGNUP=open, ten organizations that mail all they may leave the next one nearly as many as each of them', async () => {
  const { context, begin, beginAll } = await createMails('open', 10);
  const begun = beginAll();
  expect(new Set(begun)).toEqual(new Set([16]));
  expect(begin('newcomer')).toBe(14);
  context.clock.advance(3_600_000);
  expect(begin('newcomer')).toBe(30);
});

test('with SIGNUP=open, a thousand organizations mail at most 300 strangers in an hour', async () => {
  const { beginAll } = await createMails('open', 1_000);
  expect(beginAll().reduce((sum, each) => sum + each, 0)).toBe(300);
});

test('mails to members count for their own organization alone', async () => {
  const { context, begin } = await createMails('open', 0);
  for (let n = 0; n < 300; n += 1)
    expect(countRuleMail(context, `organization ${n % 10}`, 'member')).toBe(true);
  expect(countRuleMail(context, 'organization 0', 'member')).toBe(false);
  expect(begin('another')).toBe(30);
});
