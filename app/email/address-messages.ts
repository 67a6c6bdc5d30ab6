// Mails about an account that moves from one address to another. As in `messages.ts`, nothing that a stranger typed stands in them.
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

/** Tells the old address that an account is about to leave it. */
export function addressChangeMessage(forgotPasswordLink: string): Message {
  return compose({
    subject: 'Your email address is about to change',
    before: [
      'Someone signed in to your Wicked Integrations account asked to change its email address. It changes as soon as the new address is confirmed.',
      'If this was not you, choose a new password now: that ends every session and cancels the request.',
    ],
    action: { label: 'Choose a new password', link: forgotPasswordLink },
    after: ['If this was you, there is nothing to do here.'],
  });
}
