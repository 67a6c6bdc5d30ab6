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
import { administratorMessage } from '~/email/administrator-message';
import { roleLossMessage } from '~/email/role-loss-messages';
import { roleGrantMessage } from '~/email/role-grant-message';

const link = "http://localhost:3000/x?a=\"><script>&b='1'";
const escaped = 'http://localhost:3000/x?a=&quot;&gt;&lt;script&gt;&amp;b=&#39;1&#39;';

test.each([
  ['verification', verificationMessage],
  ['address in use', addressInUseMessage],
  ['already verified', alreadyVerifiedMessage],
  ['reset', (address: string) => resetPasswordMessage(address, 'requested')],
  ['reset by an administrator', (address: string) => resetPasswordMessage(address, 'by-administrator')],
  ['reset after a restoration', (address: string) => resetPasswordMessage(address, 'restored')],
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
        'charles@example.com',
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
        'charles@example.com',
        address,
      ),
  ],
  [
    'administrator',
    (address: string) =>
      administratorMessage(
        { email: 'grace@example.com', isMade: true, by: undefined, isByToken: false },
        'charles@example.com',
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
  expect(subject).toBe('You are invited to “<b>Engines</b> Pay here”');
  expect(text).toContain(
    'ada@example.com invites you to work on the integrations of “<b>Engines</b> Pay here” in Wicked',
  );
  expect(html).toContain('&lt;b&gt;Engines&lt;/b&gt; Pay here');
  expect(html).not.toContain('<b>');
  // A name without a space would otherwise make the mail wider than a phone.
  expect(html).toMatch(/<h1 [^>]*overflow-wrap:anywhere/);
});

const asAdmin = { email: 'grace@example.com', organizationName: 'engines', by: 'ada@example.com' };

test.each([
  [
    'ada@example.com',
    false,
    'You invited grace@example.com to',
    'If you did not do it, choose a new password',
  ],
  ['ada@example.com', true, 'An API token of yours invited', 'If you did not do it, revoke your API tokens'],
  [
    'eve@example.com',
    false,
    'ada@example.com invited',
    'If ada@example.com did not do it, ask them to choose',
  ],
])(
  'a mail about a change of rights speaks to its reader: to %s, by a token: %s',
  (to, isByToken, who, what) => {
    const grant = { ...asAdmin, role: 'ADMIN', hasJoined: false, isByToken };
    const { text } = roleGrantMessage(grant, to, link);
    expect(text).toContain(who);
    expect(text).toContain(what);
  },
);

test('whoever loses a role reads it of themselves', () => {
  const loss = { ...asAdmin, former: 'ADMIN', role: null, isByToken: false };
  const { subject, text } = roleLossMessage(loss, 'grace@example.com', link);
  expect(subject).toBe('You are no longer an admin of “engines”');
  expect(text).toContain('ada@example.com removed you from “engines”, where you were an admin.');
  expect(text).toContain('an owner can invite you again');
});
