import type { MailTransport } from '~/setting-groups';
import { createConsoleMailer, type Mailer } from './mailer';
import type { SendHttp } from './mailjet';

/**
 * The mailer of the chosen transport. The libraries of the others are not even loaded.
 *
 * @param write where the console transport prints mails
 * @param isForPeople whether a person reads them there
 * @param sendHttp where a proxy leads out of the network, which Mailjet's library would hand the mail and its keys to
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
