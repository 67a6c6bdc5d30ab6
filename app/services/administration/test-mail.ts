// Sends a mail at once to test the settings, on behalf of no account: reports that it was sent, or what to change.
import type { Config } from '~/config';
import { newId } from '~/db/core/id';
import type { Mailer } from '~/email/mailer';
import { testMessage } from '~/email/test-message';

/** Runs as a command of the machine: it uses neither the queue nor the database. */
export async function sendTestMail(
  { appUrl, mailFrom, mailTransport }: Pick<Config, 'appUrl' | 'mailFrom' | 'mailTransport'>,
  mailer: Mailer,
  recipient: string,
): Promise<{ kind: 'done'; lines: string[] } | { kind: 'failed'; message: string }> {
  if (!/^[^\s@]+@[^\s@]+$/.test(recipient)) {
    return { kind: 'failed', message: `${recipient} is no email address: nothing was sent.` };
  }
  try {
    await mailer.send({ ...testMessage(appUrl), to: recipient, from: mailFrom, key: newId() });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = adviceFor(error, mailFrom);
    return { kind: 'failed', message: `The mail was not sent: ${reason.replace(/[.\s]+$/, '')}.${advice}` };
  }
  const line =
    mailTransport.kind === 'console'
      ? 'MAIL_TRANSPORT is console: mails are printed, and none leaves this machine.'
      : `The mail server took a mail to ${recipient}. Look whether it arrives, and not among spam.`;
  return { kind: 'done', lines: [line] };
}

/** Gives advice by nodemailer's codes (https://nodemailer.com/errors); Mailjet's errors say enough. */
function adviceFor(error: unknown, mailFrom: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return ' Check user and password in SMTP_URL; characters such as @ or / in them are percent-encoded.';
  }
  if (code === 'EENVELOPE') return ` Check MAIL_FROM (${mailFrom}), and the address of the recipient.`;
  if (/^(?:ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ETLS|EPROTOCOL)$/.test(code)) {
    return ' Check host and port in SMTP_URL (587 with smtp://, 465 with smtps://). A certificate of your own authority is trusted with NODE_EXTRA_CA_CERTS.';
  }
  return '';
}
