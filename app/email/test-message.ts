import { compose } from './compose';
import type { Message } from './mailer';

/** Lets the operator try the mail settings. */
export function testMessage(appUrl: string): Message {
  return compose({
    subject: 'A test of the mail settings',
    before: ['This mail was sent by Wicked Integrations with its current settings.'],
    action: { label: 'Open Wicked Integrations', link: appUrl },
    after: ['You get this message because an operator of the server sent it to this address.'],
  });
}
