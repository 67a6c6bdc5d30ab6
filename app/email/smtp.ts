import { createTransport } from 'nodemailer';
import { encodeSubject } from '~/engine/mail/encoded-subject';
import { writeMessageId } from '~/engine/mail/message-id';
import { splitAddress } from './address';
import { type Mailer, ofProgram } from './mailer';

/** How long the server may be silent. */
const timeoutMs = 20_000;
/** How long it may take for the whole mail. An alert that takes two minutes is sent by another process, too. */
const wholeTimeoutMs = 60_000;

/** Whether the connection would send a password unencrypted over a network. */
function carriesPassword(url: string): boolean {
  const { hostname, password } = new URL(url);
  return password !== '' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Sends through a mail server. `smtp://` switches to TLS when the server offers it (RFC 3207), and requires it where a password
 * leaves this machine; `smtps://` uses TLS from the start.
 */
export function createSmtpMailer({ url }: { url: string }): Mailer {
  const transport = createTransport({
    url,
    requireTLS: carriesPassword(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The library must not read files or addresses that a mail's content names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, from, subject, text, html, key }) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), wholeTimeoutMs);
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          from,
          subject: encodeSubject(subject),
          text,
          html,
          messageId: writeMessageId(key, splitAddress(from).address),
          headers: ofProgram,
          signal: late.signal,
        });
      } catch (error) {
        if (!late.signal.aborted) throw error;
        throw new Error(`The mail server did not take the mail within ${wholeTimeoutMs / 1000} s.`, {
          cause: error,
        });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
