/** What a person gets to read, the same in plain text and in HTML. */
export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** A message with its addresses: one address each, `from` optionally as `Name <address>`. */
export interface Mail extends Message {
  to: string;
  from: string;
}

export interface Mailer {
  /** Resolves when the transport has taken the mail; rejects when it has not, and the mail may be tried again. */
  send(mail: Mail): Promise<void>;
}

/**
 * The transport for those without a mail account: each mail's text, links included, goes through `write`
 * (standard output), so that the operator can follow the link. `isForPeople`: as a letter; otherwise one line of JSON, as
 * everything else there is.
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

/** A terminal does what control characters say, and what a target answered may hold some. */
function tame(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '\ufffd');
}
