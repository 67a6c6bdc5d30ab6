// Mails about a change of an account's email. As in `account-messages.ts`, they contain nothing that a stranger typed.
import { compose } from './compose';
import type { Message } from './mailer';

/** Asks the owner of a new address to confirm that the account is theirs; the link works for 24 hours. */
export function confirmAddressMessage(link: string): Message {
  return compose({
    subject: 'Confirm your new email address',
    before: ['Please confirm that you want to use this email address for your Wicked Integrations account.'],
    action: { label: 'Confirm email address', link },
    after: [
      'The link works once, for 24 hours. Until then your account keeps its old address.',
      'If you did not ask for this, you can ignore this message.',
    ],
  });
}

/** Tells the old address that a change of the account's email was requested. */
export function addressChangeMessage(forgotPasswordLink: string): Message {
  return compose({
    subject: 'Your email address is about to change',
    before: [
      'Someone signed in to your Wicked Integrations account asked to change its email address. It changes as soon as the new address is confirmed.',
      'If this was not you, choose a new password now: that ends every session and cancels the request.',
      'Once it has changed, another message comes to this address, with a link that takes the change back.',
    ],
    action: { label: 'Choose a new password', link: forgotPasswordLink },
    after: ['If this was you, there is nothing to do here.'],
  });
}

/** Tells the former address that the account's email was changed; the link undoes the change, for 7 days. */
export function addressChangedMessage(link: string): Message {
  return compose({
    subject: 'Your email address was changed',
    before: [
      'Your Wicked Integrations account has another email address now, and no longer belongs to this one.',
      'If this was not you, take it back: the account gets this address again, every session ends, its password no longer works, and you get a link to choose a new one. Passkeys, two-factor authentication, recovery codes and single sign-on that were added since the change was asked for are removed, and API tokens and invitations that were made since then stop working.',
    ],
    action: { label: 'Take my account back', link },
    after: [
      'The link works once, for 7 days, also if the password was changed meanwhile.',
      'If this was you, there is nothing to do here.',
    ],
  });
}

/** Tells the newer address that the change of email was undone. */
export function addressRestoredMessage(loginLink: string): Message {
  return compose({
    subject: 'A change of email address was taken back',
    before: [
      'The Wicked Integrations account that had this email address has its former one again: the change was taken back by a link that was mailed there.',
      'If the account is yours and this was not you, ask an administrator of the installation.',
    ],
    action: { label: 'Log in', link: loginLink },
    after: ['If this was you, there is nothing else to do.'],
  });
}
