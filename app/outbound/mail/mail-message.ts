// Writes a mail as bytes (RFC 5322, MIME).
import MailComposer from 'nodemailer/lib/mail-composer';
import { encodeSubject } from '~/engine/mail/encoded-subject';
import { writeMessageId } from '~/engine/mail/message-id';
import type { Mail } from '../request-response';

/** The most addresses that one mail goes to. */
const maxRecipients = 100;

/** The headers that have fields of their own in the library, which encodes each as it has to be. */
const fields = {
  from: 'from',
  sender: 'sender',
  to: 'to',
  cc: 'cc',
  bcc: 'bcc',
  'reply-to': 'replyTo',
  'in-reply-to': 'inReplyTo',
  references: 'references',
  date: 'date',
} as const;

export interface MailMessage {
  envelope: { from: string; to: string[] };
  messageId: string;
  /** The bytes, without the recipients of `Bcc`. */
  write(): Promise<Buffer>;
}

/** Returns the mail, or why there is none: a sender or recipients that are no addresses, or too many of them. */
export function composeMail({ headers, text, html, attachments, key }: Mail): MailMessage | string {
  const known: Record<string, string> = {};
  const others: { key: string; value: string }[] = [];
  for (const [name, value] of headers) {
    const field = (fields as Partial<Record<string, string>>)[name.toLowerCase()];
    if (field) known[field] = value;
    else if (name.toLowerCase() === 'subject') known.subject = encodeSubject(value);
    else others.push({ key: name, value });
  }
  const compiled = new MailComposer({
    ...known,
    headers: others,
    text,
    html,
    attachments,
    // The library must not read files or addresses that a mail's content names.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from, to } = compiled.getEnvelope();
  if (!from || !from.includes('@')) return 'The header From holds no email address.';
  if (to.length === 0) return 'The headers To, Cc and Bcc hold no email address.';
  if (to.length > maxRecipients) return `A mail goes to at most ${maxRecipients} addresses.`;
  const messageId = writeMessageId(key, from);
  // Its host is the sender's, which only the compiled mail tells.
  compiled.setHeader('Message-ID', messageId);
  return { envelope: { from, to }, messageId, write: () => compiled.build() };
}
