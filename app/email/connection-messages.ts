import { compose, oneLine } from './compose';
import type { Message } from './mailer';

/** Tells owners and admins that a provider no longer accepts the grant of a connection. */
export function authorizationNeededMessage({ name, link }: { name: string; link: string }): Message {
  return compose({
    subject: `Connect again: ${oneLine(name)}`,
    before: [
      `The provider of the connection ${oneLine(name)} no longer issues tokens for it.`,
      'Executions that use it fail until someone connects it again.',
    ],
    action: { label: 'Open the connection', link },
    after: ['You get this message because you are an owner or admin of the organization.'],
  });
}
