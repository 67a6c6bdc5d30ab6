// Nothing a stranger typed stands in these mails: somebody who signs up with another person's address must not be
// able to send that person words of their own.
import { compose } from './compose';
import type { Message } from './mailer';

/** Asks to confirm an address; the link works for 24 hours. */
export function verificationMessage(link: string): Message {
  return compose({
    subject: 'Verify your email address',
    before: ['Welcome to Wicked Integrations. Please confirm that this email address is yours.'],
    action: { label: 'Verify email', link },
    after: [
      'The link works once and for 24 hours.',
      'If you did not create an account, you can ignore this message.',
    ],
  });
}

/** For the owner of an address with which somebody tried to sign up again. */
export function addressInUseMessage(loginLink: string): Message {
  return compose({
    subject: 'You already have an account',
    before: [
      'Somebody, probably you, tried to create a Wicked Integrations account with this email address. There is one already, so nothing was changed.',
      'Log in with it. If its email is not verified yet, the login page sends you a new verification link.',
    ],
    action: { label: 'Log in', link: loginLink },
    after: ['If it was not you, you can ignore this message.'],
  });
}

/** For the owner of a verified address for which a verification link was asked. */
export function alreadyVerifiedMessage(loginLink: string): Message {
  return compose({
    subject: 'Your email is already verified',
    before: ['A verification link was requested for this email address, but it is already verified.'],
    action: { label: 'Log in', link: loginLink },
    after: ['If it was not you, you can ignore this message.'],
  });
}
