import Mailjet from 'node-mailjet';
import { splitAddress } from './address';
import type { Mailer } from './mailer';

interface MailjetAccount {
  apiKey: string;
  secretKey: string;
  /** Where the API is, when it is not Mailjet's own. */
  host?: string;
}

const timeoutMs = 20_000;

/** Sends through Mailjet's Send API v3.1 (https://dev.mailjet.com/email/reference/send-emails/). */
export function createMailjetMailer({ apiKey, secretKey, host }: MailjetAccount): Mailer {
  const client = Mailjet.apiConnect(apiKey, secretKey, {
    options: { timeout: timeoutMs },
    config: { version: 'v3.1', ...(host && { host }) },
  });
  return {
    async send({ to, from, subject, text, html }) {
      const { name, address } = splitAddress(from);
      const message = {
        From: { Email: address, ...(name && { Name: name }) },
        To: [{ Email: to }],
        Subject: subject,
        TextPart: text,
        HTMLPart: html,
        // The links are secrets: they lead to us and not by way of a service that counts clicks.
        TrackClicks: 'disabled',
        TrackOpens: 'disabled',
      };
      const failure = await client
        .post('send')
        .request({ Messages: [message] })
        .then(() => undefined, describe);
      if (failure !== undefined) throw new Error(`Mailjet did not accept the email: ${failure}`);
    },
  };
}

/** The library's error holds the request with its keys and the whole mail: only what was refused is logged. */
function describe(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const status = 'statusCode' in error && error.statusCode ? `${String(error.statusCode)} ` : '';
  const message = 'message' in error ? String(error.message) : 'no answer';
  return `${status}${message.replace(/\s+/g, ' ')}`;
}
