import { expect, it } from 'vitest';
import { takeToast } from '~/auth/toast-cookie';
import { newId } from '~/db/core/id';
import { action } from '~/routes/profile_.proof/route';
import { requestPasswordReset } from '~/services/accounts/password-reset';
import { createTestUser, readCookies, signInAs } from '../support/accounts';
import { createTestContext } from '../support/context';
import { listMail } from '../support/mail';

const address = '192.0.2.1';

it('a link that sets a password is mailed to who is signed in, whatever strangers asked for', async () => {
  const app = await createTestContext();
  const { user } = await createTestUser(app);
  for (let time = 0; time < 4; time += 1) await requestPasswordReset(app, user, '198.51.100.7');
  expect(await listMail(app.db)).toHaveLength(3);
  const Cookie = await signInAs(app, user.id);
  const press = async (formKey: string) => {
    const body = new URLSearchParams({ returnTo: '/profile/email', formKey });
    const request = new Request('http://localhost/profile/proof', {
      method: 'POST',
      headers: { Cookie },
      body,
    });
    const { headers } = await action({ request, params: {}, context: { app, nonce: '', address } });
    const next = new Request('http://localhost/', {
      headers: { Cookie: readCookies(headers.getSetCookie()) },
    });
    return [headers.get('Location'), (await takeToast(app, next)).toast?.description];
  };
  const mailed = ['/profile/email', `A link that sets a password was mailed to ${user.email}.`];
  const key = newId();
  // A form that is sent again mails no second link, which would end the first.
  expect([await press(key), await press(key)]).toEqual([mailed, mailed]);
  expect(await listMail(app.db)).toHaveLength(4);
  expect([await press(newId()), await press(newId())]).toEqual([mailed, mailed]);
  expect(await press(newId())).toEqual(['/profile/email', expect.stringContaining('Too many requests')]);
  expect(await listMail(app.db)).toHaveLength(6);
});
