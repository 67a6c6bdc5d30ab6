import type { MailTransport } from '~/setting-groups';
import { createConsoleMailer, type Mailer } from './mailer';
import type { SendHttp } from './mailjet';

interface WaysOut {
  /** Prints the mails of the console transport. */
  write: (text: string) => void;
  /** Whether a person reads them there, rather than a program. */
  isForPeople: boolean;
  /**
   * Sends Mailjet's calls where a proxy leads out of the network. Mailjet's library would send the proxy mails and keys
   * unencrypted.
   */
  sendHttp?: SendHttp | undefined;
}

/** Returns the mailer of the chosen transport. The libraries of other transports are not loaded. */
export async function createMailer(
  transport: MailTransport,
  { write, isForPeople, sendHttp }: WaysOut,
): Promise<Mailer> {
  switch (transport.kind) {
    case 'console':
      return createConsoleMailer(write, isForPeople);
    case 'mailjet':
      return (await import('./mailjet')).createMailjetMailer({
        ...transport,
        ...(sendHttp && { sendHttp }),
      });
    case 'smtp':
      return (await import('./smtp')).createSmtpMailer(transport);
  }
}
