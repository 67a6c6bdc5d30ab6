import Mailjet from 'node-mailjet';
import { splitAddress } from './address';
import { type Mailer, ofProgram } from './mailer';

/** Makes one HTTP call; network errors do not make it reject. */
export type SendHttp = (request: {
  method: 'POST';
  url: string;
  headers: [name: string, value: string][];
  body: string;
  timeoutMs: number;
  maxBodyBytes: number;
}) => Promise<{ kind: 'response'; status: number; body: string } | { kind: 'failure'; message: string }>;

interface MailjetAccount {
  apiKey: string;
  secretKey: string;
  /** The base URL of the API, where it is not Mailjet's own. */
  host?: string;
  /** Replaces the library's calls behind a proxy: it knows no tunnels, and would send everything to the proxy unencrypted. */
  sendHttp?: SendHttp;
}

type Post = (body: Record<string, unknown>) => Promise<string | undefined>;

const timeoutMs = 20_000;

/** Sends through Mailjet's Send API v3.1 (https://dev.mailjet.com/email/reference/send-emails/). */
export function createMailjetMailer(account: MailjetAccount): Mailer {
  const { sendHttp } = account;
  const post = sendHttp ? postBy(sendHttp, account) : postByLibrary(account);
  return {
    async send({ to, from, subject, text, html }) {
      const { name, address } = splitAddress(from);
      const message = {
        From: { Email: address, ...(name && { Name: name }) },
        To: [{ Email: to }],
        Subject: subject,
        TextPart: text,
        HTMLPart: html,
        // Mailjet refuses a Message-ID here: it makes its own.
        Headers: ofProgram,
        // Links are secrets, so they must not lead through a service that counts clicks.
        TrackClicks: 'disabled',
        TrackOpens: 'disabled',
      };
      const failure = await post({ Messages: [message] });
      if (failure !== undefined) throw new Error(`Mailjet did not accept the email: ${failure}`);
    },
  };
}

/** Each resolves to the reason why the mail was refused; undefined when it was accepted. */
function postByLibrary({ apiKey, secretKey, host }: MailjetAccount): Post {
  const client = Mailjet.apiConnect(apiKey, secretKey, {
    options: { timeout: timeoutMs },
    config: { version: 'v3.1', ...(host && { host }) },
  });
  return (body) =>
    client
      .post('send')
      .request(body)
      .then(() => undefined, describe);
}

function postBy(sendHttp: SendHttp, { apiKey, secretKey, host = 'api.mailjet.com' }: MailjetAccount): Post {
  return async (body) => {
    const outcome = await sendHttp({
      method: 'POST',
      url: `https://${host}/v3.1/send`,
      headers: [
        ['Authorization', `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`],
        ['Content-Type', 'application/json'],
      ],
      body: JSON.stringify(body),
      timeoutMs,
      maxBodyBytes: 64 * 1024,
    });
    if (outcome.kind === 'failure') return outcome.message;
    if (outcome.status >= 200 && outcome.status < 300) return undefined;
    const reason = /"ErrorMessage"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(outcome.body)?.[1];
    return [outcome.status, reason && readText(reason)].filter(Boolean).join(' ');
  };
}

function readText(json: string): string {
  try {
    return String(JSON.parse(json)).replace(/\s+/g, ' ');
  } catch {
    return '';
  }
}

/** Returns the reason of a refusal alone: the library's error also holds the keys and the whole mail. */
function describe(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const status = 'statusCode' in error && error.statusCode ? `${String(error.statusCode)} ` : '';
  const message = 'message' in error ? String(error.message) : 'no answer';
  return `${status}${message.replace(/\s+/g, ' ')}`;
}
