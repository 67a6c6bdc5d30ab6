// What mails a link to an account. The button on the page of an expired link mails another one to the address of the account,
// without showing that address.
import { expect, test } from 'vitest';
import { newId } from '~/db/core/id';
import { action as forgotPassword } from '~/routes/forgot-password';
import { action as resendVerification } from '~/routes/resend-email-verification';
import { requestPasswordReset } from '~/services/accounts/password-reset';
import { resendVerification as mailVerification } from '~/services/accounts/email-verification';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { findMailedToken, listMail } from '../support/mail';

const email = 'ada@example.com';
const day = 24 * 60 * 60_000;

test.each([
  ['/forgot-password', '/reset-password', forgotPassword, requestPasswordReset],
  ['/resend-email-verification', '/verify-email', resendVerification, mailVerification],
])('%s', async (screen, opened, action, request) => {
  const app = await createTestContext();
  await createTestUser(app, { email, verified: false });
  await request(app, { email }, '192.0.2.1');
  const token = await findMailedToken(app.db, email, opened);
  const about = { params: {}, context: { app, nonce: '', address: '192.0.2.1' } };
  const press = () => {
    const body = new URLSearchParams({ token });
    return action({
      ...about,
      request: new Request(`http://localhost:3000${screen}`, { method: 'POST', body }),
    });
  };
  expect((await press()).data).toMatchObject({ message: null });
  app.clock.advance(day);
  const { data } = await press();
  expect(data.message).toContain('If this address has an account');
  expect(JSON.stringify(data)).not.toContain(email);
  expect(await findMailedToken(app.db, email, opened)).not.toBe(token);
});

test.each([
  ['/forgot-password', forgotPassword],
  ['/resend-email-verification', resendVerification],
])('a form of %s that is sent again mails one link, and counts once', async (screen, action) => {
  const app = await createTestContext();
  await createTestUser(app, { email, verified: false });
  const about = { params: {}, context: { app, nonce: '', address: '192.0.2.1' } };
  const send = async (formKey: string) => {
    const body = new URLSearchParams({ email, formKey });
    const request = new Request(`http://localhost:3000${screen}`, { method: 'POST', body });
    return (await action({ ...about, request })).data.message;
  };
  const key = newId();
  const said = [...(await Promise.all([send(key), send(key)])), await send(key), await send(key)];
  expect(new Set(said).size).toBe(1);
  expect(said[0]).toContain('If this address has an account');
  expect(await listMail(app.db)).toHaveLength(1);
  // An address gets three mails an hour.
  for (let form = 0; form < 3; form += 1) await send(newId());
  expect(await listMail(app.db)).toHaveLength(3);
});
