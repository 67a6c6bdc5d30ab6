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

interface Refusal {
  reason: string;
  /** Whether Mailjet does not take the address of the recipient. */
  isOfRecipient?: boolean;
}

type Post = (body: Record<string, unknown>) => Promise<Refusal | undefined>;

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
      const refusal = await post({ Messages: [message] });
      if (!refusal) return;
      const error = new Error(`Mailjet did not accept the email: ${refusal.reason}`);
      // As nodemailer says it of a mail server.
      throw refusal.isOfRecipient ? Object.assign(error, { responseCode: 550, command: 'RCPT TO' }) : error;
    },
  };
}

/** Each resolves to why the mail was refused; undefined when it was accepted. */
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
    if (outcome.kind === 'failure') return { reason: outcome.message };
    if (outcome.status >= 200 && outcome.status < 300) return undefined;
    const reason = /"ErrorMessage"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(outcome.body)?.[1];
    return {
      reason: [outcome.status, reason && readText(reason)].filter(Boolean).join(' '),
      isOfRecipient: namesRecipient(outcome.body),
    };
  };
}

/** Checks whether the answer, in JSON, to a refused mail names the address of its recipient as the cause. */
function namesRecipient(answer: string): boolean {
  return /"ErrorRelatedTo"\s*:\s*\[\s*"To\b/.test(answer);
}

function readText(json: string): string {
  try {
    return String(JSON.parse(json)).replace(/\s+/g, ' ');
  } catch {
    return '';
  }
}

/** Returns what a refusal says: the library's error also holds the keys and the whole mail. */
function describe(error: unknown): Refusal {
  if (typeof error !== 'object' || error === null) return { reason: String(error) };
  const status = 'statusCode' in error && error.statusCode ? `${String(error.statusCode)} ` : '';
  const message = 'message' in error ? String(error.message) : 'no answer';
  const { data } = ('response' in error && (error.response as { data?: unknown } | null)) || {};
  return {
    reason: `${status}${message.replace(/\s+/g, ' ')}`,
    isOfRecipient: namesRecipient(JSON.stringify(data ?? null)),
  };
}
