import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer';

const timeoutMs = 20_000;

/** Whether a connection carries a password that others on the way could read. */
function carriesPassword(url: string): boolean {
  const { hostname, password } = new URL(url);
  return password !== '' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Sends through a mail server: `smtp://` goes over to TLS when the server can (RFC 3207), and must where a password
 * leaves this machine; `smtps://` begins with it.
 */
export function createSmtpMailer({ url }: { url: string }): Mailer {
  const transport = createTransport({
    url,
    requireTLS: carriesPassword(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A mail is text from us alone: nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, from, subject, text, html }) {
      await transport.sendMail({ to: { name: '', address: to }, from, subject, text, html });
    },
  };
}
