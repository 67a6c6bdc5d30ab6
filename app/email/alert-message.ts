import { compose, oneLine } from './compose';
import type { Message } from './mailer';

interface Alert {
  subject: string;
  /** One sentence. */
  text: string;
  details: [label: string, value: string][];
  link: { label: string; url: string };
}

/** Tells people that an alert began, continues or is resolved. */
export function alertMessage({ subject, text, details, link }: Alert): Message {
  return compose({
    subject: oneLine(subject),
    before: [text, ...details.map(([label, value]) => `${label}: ${oneLine(value)}`)],
    action: { label: link.label, link: link.url },
    after: ['You get this message because an alert of your team names you.'],
  });
}
