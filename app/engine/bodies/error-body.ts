// Finds the words in which a target says why it refuses a call, in the forms that the error bodies of APIs have: problem details
// (RFC 9457), OAuth (RFC 6749 §5.2), JSON:API, GraphQL, SOAP, and those of well-known APIs and frameworks.
import { toWellFormed } from '../json/half-pair';
import { type InParts, parseJsonInParts } from '../json/json-parts';
import { toNameLine } from '../schema/name-characters';
import { isSuccess } from '../schema/status-code';
import type { MaskSecrets } from '../secrets/mask-secrets';
import { truncate } from '../texts/truncate';
import { listContentTexts, listErrorTexts } from './error-texts';
import { readXmlInParts } from './xml';

/** The most characters of a body that is looked at. Errors are short, and a longer body would take too much time. */
const maxBodyLength = 64 * 1024;
/** The most characters of a plain text that is an error, and not a page or a file. */
const maxPlainLength = 1_000;
/** The most characters of one text within a body that are looked at. */
const maxTextLength = 1_000;
/** The most characters of the words. */
const maxWordsLength = 200;
const maxXmlDepth = 64;

interface ErrorResponse {
  status: number;
  headers: [name: string, value: string][];
  body: string;
  truncated: boolean;
  binary: boolean;
}

/**
 * Returns what the body says, in parts: one line of at most 200 characters, secrets masked; undefined when it says nothing, or
 * nothing but what is known already, such as the text of the status. HTML, binary, truncated and long bodies say nothing.
 */
export function* findTargetWords(
  response: ErrorResponse,
  { known, maskSecrets }: { known: string; maskSecrets: MaskSecrets },
): InParts<string | undefined> {
  const { body, truncated, binary } = response;
  if (binary || truncated || body.length > maxBodyLength) return undefined;
  const lines = (yield* listTexts(response)).map((text) =>
    // Masked before it is one line, because a secret may have several, and before it is cut.
    toNameLine(toWellFormed(maskSecrets(text, maxTextLength))),
  );
  const words = joinLines(lines, known);
  // Masked again, because a target may have put characters into a secret that are not seen.
  return words === '' ? undefined : truncate(maskSecrets(words), maxWordsLength);
}

/** Joins texts, from the general to the particular, without those that others or what is known contain. */
function joinLines(lines: string[], known: string): string {
  const spelled = lines.map(spell);
  const unknown = lines.filter((_, index) => {
    const text = spelled[index] ?? '';
    const isRepeated = spelled.some((other, at) => other.includes(text) && (other !== text || at < index));
    return text !== '' && !isRepeated && !spell(known).includes(text);
  });
  return unknown
    .map((line, index) => (index < unknown.length - 1 ? line.replace(/[.:]$/, '') : line))
    .join(': ');
}

/** Spells a text for comparing. */
function spell(text: string): string {
  return text.toLowerCase().replace(/[.:]$/, '');
}

/** Lists the texts of a body that say what is wrong. */
function* listTexts({ status, headers, body }: ErrorResponse): InParts<string[]> {
  const text = body.trim();
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? '';
  const isHtml = type.includes('html');
  const value = /^[[{"]/.test(text) ? yield* parse(text) : undefined;
  if (value !== undefined) {
    return isSuccess(status) ? listContentTexts(value) : listErrorTexts(value);
  }
  if (text.startsWith('<')) {
    const read = isHtml ? undefined : yield* readXmlInParts(text, maxXmlDepth);
    if (read?.kind !== 'value' || 'html' in read.value) return [];
    const named = listErrorTexts(read.value);
    return named.length > 0 || isSuccess(status) ? named : listErrorTexts(Object.values(read.value));
  }
  // Servers call a text HTML unless they are set up otherwise.
  const isPlain = type === '' || type.startsWith('text/plain') || (isHtml && !/[<&]/.test(text));
  return isPlain && text.length <= maxPlainLength ? [text] : [];
}

function* parse(text: string): InParts<unknown> {
  try {
    return yield* parseJsonInParts(text);
  } catch {
    return undefined;
  }
}
