// These mails contain nothing that a stranger typed: someone who signs up with another person's address must not be able to
// send that person a text.
import { inQuotes } from '~/engine/texts/in-quotes';
import { compose, oneLine } from './compose';
import type { Message } from './mailer';

/** Asks to confirm an address; the link works for 24 hours. */
export function verificationMessage(link: string): Message {
  return compose({
    subject: 'Verify your email address',
    before: ['Welcome to Wicked Integrations. Please confirm that this email address is yours.'],
    action: { label: 'Verify email', link },
    after: [
      'The link works once, for 24 hours.',
      'If you did not create an account, do not follow the link: someone else made one with your address and chose its password.',
    ],
  });
}

/** Tells the owner of an account that somebody tried to sign up with its email. */
export function addressInUseMessage(loginLink: string): Message {
  return compose({
    subject: 'You already have an account',
    before: [
      'Someone, probably you, tried to create a Wicked Integrations account with this email address. You already have one, so nothing was changed.',
      'Log in with it. If its email is not verified yet, the login page sends you a new verification link.',
    ],
    action: { label: 'Log in', link: loginLink },
    after: ['If this was not you, you can ignore this message.'],
  });
}

/** Tells the owner of a verified email that somebody requested another verification link for it. */
export function alreadyVerifiedMessage(loginLink: string): Message {
  return compose({
    subject: 'Your email is already verified',
    before: ['A verification link was requested for this email address, but it is already verified.'],
    action: { label: 'Log in', link: loginLink },
    after: ['If this was not you, you can ignore this message.'],
  });
}

/** Why a person gets a link to choose a new password. `restored`: the account has its former address back, and no password. */
export type ResetReason = 'requested' | 'by-administrator' | 'restored';

const resetTexts: Record<ResetReason, { subject: string; what: string; otherwise: string }> = {
  requested: {
    subject: 'Reset your password',
    what: 'A new password was requested for your Wicked Integrations account.',
    otherwise: 'If this was not you, you can ignore this message: your password stays as it is.',
  },
  'by-administrator': {
    subject: 'Reset your password',
    what: 'An administrator of the installation sends you this link, with which you choose a new password for your Wicked Integrations account.',
    otherwise: 'If you did not ask for it, you can ignore this message: your password stays as it is.',
  },
  restored: {
    subject: 'Choose a new password',
    what: 'Your Wicked Integrations account has this email address again. Its password no longer works, so choose a new one.',
    otherwise: 'When the link has expired, the login page sends another one: Forgot password?',
  },
};

/** Lets the owner of an address choose a new password; the link works for 20 minutes. */
export function resetPasswordMessage(link: string, why: ResetReason): Message {
  const { subject, what, otherwise } = resetTexts[why];
  return compose({
    subject,
    before: [what],
    action: { label: 'Reset password', link },
    after: ['The link works once, for 20 minutes. A newer link replaces it.', otherwise],
  });
}

/** The most tokens that a mail names; it counts the rest. */
const maxNamed = 20;

function nameTokens(tokens: { name: string; organizationName: string }[]): string {
  const named = tokens
    .slice(0, maxNamed)
    .map(({ name, organizationName }) => `${oneLine(name)} (${oneLine(organizationName)})`);
  const rest = tokens.length - named.length;
  return [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** Tells the owner of an account that its password was changed, and which of their API tokens and passkeys still work. */
export function passwordChangedMessage(
  forgotPasswordLink: string,
  {
    tokens,
    passkeys,
    provider,
  }: {
    tokens: { name: string; organizationName: string }[];
    passkeys: { name: string }[];
    /** The name of the provider of single sign-on, if the account is connected with it. */
    provider?: string | undefined;
  },
): Message {
  return compose({
    subject: 'Your password was changed',
    before: [
      'The password of your Wicked Integrations account was changed, and all its sessions were ended.',
      'If this was not you, choose a new password now.',
      ...(tokens.length > 0
        ? [
            `API tokens you created still work: ${nameTokens(tokens)}. Revoke any that should not, under Organization Settings.`,
          ]
        : []),
      ...(passkeys.length > 0
        ? [
            `Passkeys still log in to it: ${passkeys.map(({ name }) => oneLine(name)).join(', ')}. Remove any that should not, under Edit Profile, then Passkeys.`,
          ]
        : []),
      ...(provider === undefined
        ? []
        : [
            `${oneLine(provider)} still logs in to it. If you did not connect it, disconnect it under Edit Profile, then Single sign-on.`,
          ]),
    ],
    action: { label: 'Choose a new password', link: forgotPasswordLink },
    after: ['If this was you, there is nothing else to do.'],
  });
}

const twoFactorTexts = {
  'two-factor-enabled': {
    subject: 'Two-factor authentication was turned on',
    what: 'Logging in to your Wicked Integrations account with its password now takes a second step, too: a code of your authenticator app, or a passkey. All its other sessions were ended.',
  },
  'two-factor-disabled': {
    subject: 'Two-factor authentication was turned off',
    what: 'Logging in to your Wicked Integrations account no longer takes a second step.',
  },
  'recovery-codes-renewed': {
    subject: 'Your recovery codes were replaced',
    what: 'Your Wicked Integrations account has new recovery codes. The former ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used to log in',
    what: 'Someone logged in to your Wicked Integrations account with one of its recovery codes as the second step. That code no longer works.',
  },
};

/** Tells the owner of an account that a way into it was added or removed. */
export function passkeyMessage(
  kind: 'passkey-added' | 'passkey-removed',
  name: string,
  forgotPasswordLink: string,
): Message {
  const isAdded = kind === 'passkey-added';
  return compose({
    subject: isAdded ? 'A passkey was added to your account' : 'A passkey of your account was removed',
    before: [
      isAdded
        ? `The passkey “${oneLine(name)}” was added to your Wicked Integrations account, and can be used to log in to it. All its other sessions were ended.`
        : `The passkey “${oneLine(name)}” no longer logs in to your Wicked Integrations account. All its other sessions were ended.`,
      'If this was not you, choose a new password now: that ends every session. Passkeys stay as they are, so look through yours after that: Edit Profile, then Passkeys.',
    ],
    action: { label: 'Choose a new password', link: forgotPasswordLink },
    after: ['If this was you, there is nothing else to do.'],
  });
}

/** Tells a person that an API token was made in their name, which works without their session. */
export function apiTokenMessage(
  token: { name: string; organizationName: string },
  forgotPasswordLink: string,
): Message {
  const [name, organization] = [oneLine(token.name), inQuotes(oneLine(token.organizationName))];
  return compose({
    subject: 'An API token was created in your name',
    before: [
      `The API token “${name}” was created by your Wicked Integrations account. Programs call the API of ${organization} with it, until it is revoked.`,
      'If this was not you, choose a new password now: that ends every session. The same page can end all API tokens that you made. To end this one alone, revoke it under Organization Settings, then API tokens.',
    ],
    action: { label: 'Choose a new password', link: forgotPasswordLink },
    after: ['If this was you, there is nothing else to do.'],
  });
}

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Tells the owner of an account that an administrator removed its second factor, its passkeys or both. */
export function secondFactorRemovedMessage(
  removed: { hadTwoFactor: boolean; hadPasskeys: boolean },
  forgotPasswordLink: string,
): Message {
  const { hadTwoFactor, hadPasskeys } = removed;
  const what = [
    ...(hadTwoFactor ? ['its two-factor authentication', 'its recovery codes'] : []),
    ...(hadPasskeys ? ['its passkeys'] : []),
  ];
  const again = `${hadTwoFactor ? 'turn two-factor authentication on' : 'add a passkey'} again under Edit Profile.`;
  return compose({
    subject: hadTwoFactor ? 'Two-factor authentication was removed' : 'Your passkeys were removed',
    before: [
      `An administrator of the installation removed from your Wicked Integrations account ${inWords.format(what)}. Logging in takes one step now.`,
      'If you did not ask for that, choose a new password now: that ends every session.',
    ],
    action: { label: 'Choose a new password', link: forgotPasswordLink },
    after: [`If you asked for it, log in and ${again}`],
  });
}

/** Tells the owner of an account that its second factor was changed. */
export function twoFactorMessage(kind: keyof typeof twoFactorTexts, forgotPasswordLink: string): Message {
  const { subject, what } = twoFactorTexts[kind];
  return compose({
    subject,
    before: [what, 'If this was not you, choose a new password now: that ends every session.'],
    action: { label: 'Choose a new password', link: forgotPasswordLink },
    after: ['If this was you, there is nothing else to do.'],
  });
}

/** Proves that an address belongs to the person who came back from single sign-on; the code works for 15 minutes. */
export function identityCodeMessage(code: string, providerName: string, link: string): Message {
  return compose({
    subject: 'Your code to log in',
    before: [
      `Someone, probably you, logs in to Wicked Integrations with ${oneLine(providerName)} for the first time.`,
      `The code is ${code.slice(0, 4)} ${code.slice(4)}. Type it into the page that asks for it.`,
    ],
    action: { label: 'Enter the code', link },
    after: [
      'The code works once, for 15 minutes, in the browser in which you began.',
      'If this was not you, you can ignore this message. Give the code to nobody.',
    ],
  });
}

/** Tells the owner of an account that the ways to log in to it changed. */
export function identityMessage(
  kind: 'identity-connected' | 'identity-disconnected',
  providerName: string,
  link: string,
): Message {
  const provider = oneLine(providerName);
  const isConnected = kind === 'identity-connected';
  return compose({
    subject: isConnected ? `${provider} can log you in now` : `${provider} no longer logs you in`,
    before: [
      isConnected
        ? `Your Wicked Integrations account was connected with ${provider}, which can log you in from now on.`
        : `Your Wicked Integrations account was disconnected from ${provider}, which no longer logs you in.`,
      'If this was not you, change it back, and choose a new password: that ends every session.',
    ],
    action: { label: 'Single sign-on', link },
    after: ['If this was you, there is nothing else to do.'],
  });
}
