// Finds calls among thousands of an import.
import { HttpMethod } from '../definition/api-call';
import type { ImportChoice } from './draft/draft';

/** Makes a test: each word must be in the label, URL, group or method; a method in capitals must be the call's. */
export function createSearch(text: string): (choice: ImportChoice) => boolean {
  const words = text.split(/\s+/).filter(Boolean).slice(0, 20);
  const methods = words.filter((word) => HttpMethod.safeParse(word).success);
  const others = words.filter((word) => !methods.includes(word)).map((word) => word.toLowerCase());
  return ({ label, group, call }) => {
    if (methods.length > 0 && !methods.includes(call.method)) return false;
    const said = `${call.method} ${call.url}\n${label}\n${group}`.toLowerCase();
    return others.every((word) => said.includes(word));
  };
}
