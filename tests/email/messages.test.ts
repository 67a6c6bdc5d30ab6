import { expect, test } from 'vitest';
import {
  addressChangedMessage,
  addressChangeMessage,
  addressRestoredMessage,
  confirmAddressMessage,
} from '~/email/address-messages';
import {
  addressInUseMessage,
  alreadyVerifiedMessage,
  apiTokenMessage,
  passwordChangedMessage,
  resetPasswordMessage,
  verificationMessage,
} from '~/email/account-messages';
import { invitationMessage } from '~/email/invitation-message';
import { roleLossMessage } from '~/email/role-loss-messages';
import { roleGrantMessage } from '~/email/role-grant-message';

const link = "http://localhost:3000/x?a=\"><script>&b='1'";
const escaped = 'http://localhost:3000/x?a=&quot;&gt;&lt;script&gt;&amp;b=&#39;1&#39;';

test.each([
  ['verification', verificationMessage],
  ['address in use', addressInUseMessage],
  ['already verified', alreadyVerifiedMessage],
  ['reset', resetPasswordMessage],
  ['password changed', (address: string) => passwordChangedMessage(address, { tokens: [], passkeys: [] })],
  [
    'password changed, with tokens',
    (address: string) =>
      passwordChangedMessage(address, {
        tokens: [{ name: 'Deployment', organizationName: 'engines' }],
        passkeys: [{ name: 'Phone' }],
      }),
  ],
  [
    'API token',
    (address: string) => apiTokenMessage({ name: 'Deployment', organizationName: 'engines' }, address),
  ],
  [
    'admin',
    (address: string) =>
      roleGrantMessage(
        {
          email: 'grace@example.com',
          role: 'ADMIN',
          hasJoined: false,
          by: 'ada@example.com',
          isByToken: true,
          organizationName: 'engines',
        },
        address,
      ),
  ],
  [
    'admin no longer',
    (address: string) =>
      roleLossMessage(
        {
          email: 'grace@example.com',
          former: 'ADMIN',
          role: null,
          by: 'ada@example.com',
          isByToken: false,
          organizationName: 'engines',
        },
        address,
      ),
  ],
  ['new address', confirmAddressMessage],
  ['address change', addressChangeMessage],
  ['changed address', addressChangedMessage],
  ['restored address', addressRestoredMessage],
  [
    'invitation',
    (address: string) =>
      invitationMessage({ organizationName: 'Analytical Engines', by: 'ada@example.com' }, address),
  ],
])('the mail about %s says the same in text and in HTML, where the link is escaped', (_about, compose) => {
  const { subject, text, html } = compose(link);
  expect(text).toContain(link);
  expect(html).toContain(`href="${escaped}"`);
  expect(html).toContain(`<title>${subject}</title>`);
  expect(html).not.toContain('<script>');
  for (const paragraph of text.split('\n\n').filter((each) => !each.includes(link))) {
    expect(html).toContain(`>${paragraph}</p>`);
  }
});

test('an organization cannot write words or marks of its own into an invitation', () => {
  const { subject, text, html } = invitationMessage(
    { organizationName: '<b>Engines</b>\n\nPay here', by: 'ada@example.com' },
    link,
  );
  expect(subject).toBe('You are invited to <b>Engines</b> Pay here');
  expect(text).toContain(
    'ada@example.com invites you to work on the integrations of <b>Engines</b> Pay here in Wicked',
  );
  expect(html).toContain('&lt;b&gt;Engines&lt;/b&gt; Pay here');
  expect(html).not.toContain('<b>');
  // A name without a space would otherwise make the mail wider than a phone.
  expect(html).toMatch(/<h1 [^>]*overflow-wrap:anywhere/);
});
