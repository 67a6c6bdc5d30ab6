import { compose, oneLine } from './compose';
import type { Message } from './mailer';

/** Tells owners and admins that a provider no longer accepts the grant of a connection. */
export function authorizationNeededMessage({
  name,
  link,
  isEntered,
}: {
  name: string;
  link: string;
  /** Whether a person enters its refresh token, instead of connecting it. */
  isEntered: boolean;
}): Message {
  return compose({
    subject: `${isEntered ? 'New refresh token needed' : 'Connect again'}: ${oneLine(name)}`,
    before: [
      `The provider of the connection ${oneLine(name)} no longer issues tokens for it.`,
      `Executions that use it fail until someone ${isEntered ? 'enters a new refresh token' : 'connects it again'}.`,
    ],
    action: { label: 'Open the connection', link },
    after: ['You get this message because you are an owner or admin of the organization.'],
  });
}
