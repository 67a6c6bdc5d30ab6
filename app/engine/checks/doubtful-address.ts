// What to warn about in an address as it is written. Browsers load it with the editor.
import { fillUrl } from '../placeholders/url-template';
import { isExampleAddress, isUnfinishedAddress } from '../http/example-address';
import { isPlusMisread } from '../http/plus-in-query';
import { isLocalAddress } from '../http/local-address';

/** What is doubtful about a URL whose placeholders are filled in, besides a local address; the first that applies counts. */
const doubts: [applies: (url: string) => boolean, doubt: string][] = [
  [isExampleAddress, 'leads to a host that exists for examples only. Write the address of your API.'],
  [isUnfinishedAddress, 'is not complete. Write the whole address.'],
  [isPlusMisread, 'has a + in its query, which most servers read as a space. Write %2B.'],
];

/** Tells of a URL to a local address whether this server lets calls reach it all the same. */
export type IsOpened = (url: string) => boolean;

/** Says what is doubtful about a URL as written, in the words after its place, such as `the URL`; undefined when nothing is. */
export function describeDoubt(template: string, isOpened: IsOpened): string | undefined {
  if (isClosedLocal(template, isOpened)) {
    return 'leads to a local or private address, which may not be accessible from production environments.';
  }
  const filled = fillUrl(template);
  return doubts.find(([applies]) => applies(filled))?.[1];
}

/** Checks whether the host of a URL as written is, by its spelling alone, a local address that is not opened. */
export function isClosedLocal(template: string, isOpened: IsOpened): boolean {
  const filled = fillUrl(template);
  return isLocalAddress(filled) && !isOpened(filled);
}
