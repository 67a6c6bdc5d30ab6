// A URL as it is written, of a call or of a rule's webhook: what its placeholders can stand for decides whether it can
// become one that may be called.
import { beginsWithAddress, replacePlaceholders } from './placeholder';
import { findUserinfoProblem } from '../http/header-rules';

/** What stands for a placeholder, by its place: the whole URL or its beginning, the scheme, the port, anything else. */
export interface StandIns {
  address: string;
  scheme: string;
  port: string;
  text: string;
}

const plain: StandIns = { address: 'https://x', scheme: 'https', port: '1', text: 'x' };

/** The URL with something good for its place in each placeholder. */
export function fillUrl(template: string, standIns = plain): string {
  const first = beginsWithAddress(template) ? standIns.address : standIns.scheme;
  return replacePlaceholders(template, (before) => {
    if (before === '') return first;
    return /:\d*$/.test(before) ? standIns.port : standIns.text;
  });
}

/** Whether a text is an absolute http or https URL (WHATWG URL). */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Whether a URL as written can become one. */
export function isHttpUrlTemplate(template: string): boolean {
  return isHttpUrl(fillUrl(template));
}

/** Why a URL as written may not be called, whatever its placeholders stand for: it carries credentials. */
export function findCredentialsProblem(template: string): string | undefined {
  return findUserinfoProblem(fillUrl(template));
}
