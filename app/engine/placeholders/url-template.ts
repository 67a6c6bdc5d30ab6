// The URL of a call or of a rule's webhook, as written. What its placeholders can stand for decides whether it can become a URL
// that may be called.
import { beginsWithAddress, replacePlaceholders } from './placeholder';
import { findUserinfoProblem } from '../http/header-rules';
import { readUrl } from '../http/read-url';

/** Texts in place of placeholders: for the whole URL or its beginning, the scheme, the port, and anything else. */
export interface StandIns {
  address: string;
  scheme: string;
  port: string;
  text: string;
}

const plain: StandIns = { address: 'https://x', scheme: 'https', port: '1', text: 'x' };

/** Returns the URL with a text in each placeholder that is valid in its place. */
export function fillUrl(template: string, standIns = plain): string {
  const first = beginsWithAddress(template) ? standIns.address : standIns.scheme;
  return replacePlaceholders(template, (end) => {
    if (end === '') return first;
    // No port has more digits.
    return /:\d*$/.test(end) ? standIns.port : standIns.text;
  });
}

/** Checks whether a text is an absolute http or https URL (WHATWG URL). */
export function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(readUrl(text)?.protocol ?? '');
}

/** Checks whether a URL as written can become an http or https URL. What follows a port may be the path. */
export function isHttpUrlTemplate(template: string): boolean {
  return isHttpUrl(fillUrl(template)) || isHttpUrl(fillUrl(template, { ...plain, port: '/x' }));
}

/** Explains why a URL as written may not be called, whatever its placeholders stand for: it carries credentials. */
export function findCredentialsProblem(template: string): string | undefined {
  return findUserinfoProblem(fillUrl(template));
}
