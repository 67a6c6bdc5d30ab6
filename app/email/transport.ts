import type { MailTransport } from '~/setting-groups';
import { createConsoleMailer, type Mailer } from './mailer';

/**
 * The mailer of the chosen transport. The libraries of the others are not even loaded.
 *
 * @param write where the console transport prints mails
 * @param isForPeople whether a person reads them there
 */
export async function createMailer(
  transport: MailTransport,
  write: (text: string) => void,
  isForPeople: boolean,
): Promise<Mailer> {
  switch (transport.kind) {
    case 'console':
      return createConsoleMailer(write, isForPeople);
    case 'mailjet':
      return (await import('./mailjet')).createMailjetMailer(transport);
    case 'smtp':
      return (await import('./smtp')).createSmtpMailer(transport);
  }
}
