import type { MailTransport } from '~/setting-groups';
import { createConsoleMailer, type Mailer } from './mailer';
import type { SendHttp } from './mailjet';

/**
 * Returns the mailer of the chosen transport. The libraries of other transports are not loaded.
 *
 * @param write where the console transport prints mails
 * @param isForPeople whether a person reads them there, rather than a program
 * @param sendHttp makes Mailjet's calls where a proxy leads out of the network; Mailjet's library would send it mail and keys unencrypted
 */
export async function createMailer(
  transport: MailTransport,
  write: (text: string) => void,
  isForPeople: boolean,
  sendHttp?: SendHttp,
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
