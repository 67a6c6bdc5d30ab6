import { expect, it } from 'vitest';
import { action } from '~/routes/login/route';
import { setReadOnly } from '~/services/installation/read-only';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';
import { listMail } from '../support/mail';

const address = '192.0.2.1';

it('no new verification link is mailed while the installation is read-only', async () => {
  const app = await createTestContext();
  const email = 'ada@example.com';
  await createTestUser(app, { email, verified: false });
  const resend = () => {
    const body = new URLSearchParams({ intent: 'resend', email });
    const request = new Request('http://localhost:3000/login', { method: 'POST', body });
    return action({ request, params: {}, context: { app, nonce: '', address } });
  };
  await setReadOnly(app.db, true, { address, now: app.now() });
  expect(await resend()).toMatchObject({
    init: { status: 503 },
    data: { form: 'resend', failure: expect.stringContaining('read-only') },
  });
  expect(await listMail(app.db)).toEqual([]);
  await setReadOnly(app.db, false, { address, now: app.now() });
  expect(await resend()).toMatchObject({ data: { message: expect.stringContaining('has been sent') } });
  expect(await listMail(app.db)).toHaveLength(1);
});
