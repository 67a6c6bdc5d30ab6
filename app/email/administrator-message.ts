import { askActor, compose, nameActor } from './compose';
import type { Message } from './mailer';

interface AdministratorChange {
  /** The email of the person who became an administrator of the installation, or is one no longer. */
  email: string;
  isMade: boolean;
  /** The email of the person who did it, or whose API token did; undefined for a command on the server. */
  by: string | undefined;
  isByToken: boolean;
}

/** Tells an administrator of the installation, or the person concerned, by the address `to`, who administers it from now on. */
export function administratorMessage(change: AdministratorChange, to: string, appUrl: string): Message {
  const { email, isMade, by, isByToken } = change;
  const installation = `the installation at ${new URL(appUrl).host}`;
  const isReader = email === to;
  const whom = isReader ? 'you' : email;
  const actor = by === undefined ? 'Somebody with access to the server' : nameActor({ by, isByToken }, to);
  return compose({
    subject: `${isReader ? 'You are' : `${email} is`} ${isMade ? 'now' : 'no longer'} an administrator of ${installation}`,
    before: [
      isMade
        ? `${actor} made ${whom} an administrator of ${installation}.`
        : `${actor} removed ${whom} from the administrators of ${installation}.`,
      'Administrators see all accounts and organizations, and can pause the installation.',
    ],
    action: { label: 'Open Wicked Integrations', link: appUrl },
    after: [
      `If this should not be, an administrator can ${isMade ? 'remove' : 'add'} ${whom} under Administration, then Users.`,
      by === undefined ? 'If you do not know who did it, ask the operator.' : askActor({ by, isByToken }, to),
    ],
  });
}
