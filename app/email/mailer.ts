/** The content of a mail, the same in plain text and in HTML. */
export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** A message with its addresses: one address each, `from` optionally as `Name <address>`. */
export interface Mail extends Message {
  to: string;
  from: string;
  /** Identifies the mail: one that is sent again can be recognized by it. */
  key: string;
}

/** The header by which programs that answer for a person stay silent (RFC 3834 §5). */
export const ofProgram = { 'Auto-Submitted': 'auto-generated' };

export interface Mailer {
  /** Resolves when the transport has accepted the mail; rejects when it has not, and the mail may be tried again. */
  send(mail: Mail): Promise<void>;
}

/**
 * The transport for installations without a mail account: it passes each mail's text, links included, to `write` (standard
 * output), so that the operator can follow the link. With `isForPeople` the text is laid out for reading; otherwise it is one
 * line of JSON, like all other output.
 */
export function createConsoleMailer(write: (text: string) => void, isForPeople = true): Mailer {
  return {
    async send({ to, from, subject, text }) {
      if (!isForPeople) {
        const line = { level: 30, time: Date.now(), mail: { from, to, subject, text }, msg: 'a mail' };
        write(`${JSON.stringify(line)}\n`);
        return;
      }
      const rule = '─'.repeat(72);
      const head = [`From:    ${from}`, `To:      ${to}`, `Subject: ${subject}`];
      write([rule, ...head, '', text, rule, ''].map(tame).join('\n'));
    },
  };
}

/** Removes control characters, which a terminal would obey: a mail may quote the response of a target. */
function tame(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '\ufffd');
}
