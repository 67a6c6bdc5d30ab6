// The credentials of a call as a mail server takes them.
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { readMailCredentials } from '~/engine/mail/mail-login';

type Login = Parameters<SMTPConnection['login']>[0];
type CustomAuth = NonNullable<NonNullable<ConstructorParameters<typeof SMTPConnection>[0]>['customAuth']>;

/** Returns the login by {@link readMailCredentials}. A bearer token belongs to the sender's address. */
export function readLogin(headers: [name: string, value: string][], from: string): Login | undefined {
  const read = readMailCredentials(headers);
  if (!read) return undefined;
  const { scheme, credentials } = read;
  if (scheme === 'bearer') {
    return { user: from, method: 'TOKEN', options: { token: credentials } };
  }
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = text.indexOf(':');
  return { user: text.slice(0, colon), pass: text.slice(colon + 1) };
}

/**
 * Logs in by a token, as Google and Microsoft take it: https://developers.google.com/workspace/gmail/imap/xoauth2-protocol. Under
 * the name XOAUTH2 the library would want to fetch the token itself.
 */
export const tokenLogin: CustomAuth = {
  async TOKEN({ auth, sendCommand }) {
    const token = String((auth.options as { token?: unknown } | undefined)?.token ?? '');
    const response = Buffer.from(`user=${auth.user}\x01auth=Bearer ${token}\x01\x01`).toString('base64');
    let reply = await sendCommand(`AUTH XOAUTH2 ${response}`);
    // The server says why it refuses, and waits for an empty line before its reply.
    if (reply.status === 334) reply = await sendCommand('');
    if (reply.status !== 235) throw new Error('the token was refused');
  },
};
