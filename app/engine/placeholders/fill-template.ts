// Fills placeholders in. A template is parsed once and filled in once: a value that looks like a placeholder stays text. The
// place of a value decides how the value is written, so that no value can break out of its place.
import { limits } from '../schema/limits';
import { isLargeFile, onlySent } from '../files/file-value';
import { toWellFormed } from '../json/half-pair';
import { ExactNumber } from '../json/json';
import { finish, type InParts } from '../json/json-parts';
import { stringifyJsonInParts } from '../json/write-in-parts';
import { beginsWithAddress, parseTemplate } from './placeholder';
import { createWork, type FilterWork } from '../filters/filtering';
import { type Evaluated, evaluateHead, evaluateInParts, referenceOf } from './evaluate';
import { JsonPlace } from './json-place';
import type { Variables } from './reference';
import { quotedBraces, type Reference } from './reference-pattern';
import { textOf } from '../json/value-text';

/**
 * The text around the placeholders: a URL, one header value, a JSON body, a form body, XML or any other text. `other-json`: JSON
 * of another type, as of AWS, or JSON lines.
 */
export type TemplateKind = 'url' | 'header' | 'json' | 'other-json' | 'form' | 'xml' | 'text';

type RenderedTemplate =
  | { kind: 'text'; text: string }
  /** `name`: the placeholder as written; `reference`: the one in it that has no value, if it begins with one. */
  | { kind: 'unknown-variable'; name: string; reference: Reference | undefined }
  /** The text between double braces is no expression, or `problem` says what is wrong with its filters. */
  | { kind: 'unreadable'; inside: string; problem?: string | undefined }
  /** A filter could not be applied to the placeholder's value, which is that of `reference` if it begins with one. */
  | { kind: 'unfiltered'; inside: string; reference: Reference | undefined; words: string }
  | { kind: 'too-long'; maxLength: number };

export type Unrendered = Exclude<RenderedTemplate, { kind: 'text' }>;

/** Returns the text as a template that renders it: each two opening braces become `{{'{{'}}`. */
export function literalBraces(text: string): string {
  return text.replaceAll('{{', `{{${quotedBraces}}}`);
}

/**
 * Fills a template in. In a string of a JSON body, a value stays text, escaped (RFC 8259 §7), also in JSON that is a text of
 * the JSON. Elsewhere in JSON it is written as JSON of its type, in `other-json` as text. In a URL it is percent-encoded (RFC
 * 3986 §2.1), unless the URL begins with it as its address, or it is the path right behind the address or host. In XML it is
 * escaped, and a CDATA section cannot be ended by it. Problems: `unknown-variable` for a name or path that leads nowhere,
 * `unreadable` for text that is neither, `unfiltered` for a filter that fails, `too-long` above `limits.sentBodyBytes`
 * characters. `work` holds the steps that filters may take; several texts can share it.
 */
export function renderTemplate(
  template: string,
  variables: Variables,
  kind: TemplateKind,
  work = createWork(),
): RenderedTemplate {
  return finish(renderInParts(template, variables, kind, work));
}

/** Fills a template in as {@link renderTemplate} does, in parts: a body may have values of megabytes. */
export function* renderInParts(
  template: string,
  variables: Variables,
  kind: TemplateKind,
  work: FilterWork,
): InParts<RenderedTemplate> {
  const parts = parseTemplate(template);
  const address = kind === 'url' && beginsWithAddress(template) ? parts[0] : undefined;
  const maxLength = limits.sentBodyBytes;
  let text = '';
  const place = kind === 'json' || kind === 'other-json' ? new JsonPlace() : undefined;
  let isInCdata = false;
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      place?.read(part);
      if (kind === 'xml') isInCdata = endsInCdata(part, isInCdata);
      continue;
    }
    if ('unreadable' in part) return { kind: 'unreadable', inside: part.unreadable, problem: part.problem };
    const value =
      part.filters.length === 0
        ? evaluateHead(part, variables)
        : yield* evaluateInParts(part, variables, work);
    if (value.kind !== 'value') return toUnrendered(value);
    if (isLargeFile(value.value)) {
      return { kind: 'unfiltered', inside: part.source, reference: referenceOf(part.head), words: onlySent };
    }
    const behind = address && part === parts[1] ? anyAddress : anyHost;
    const isWhole = part === address || (kind === 'url' && isPathAt(text, value.value, behind));
    const written = isWhole ? 'text' : isInCdata ? 'cdata' : kind;
    // A path with .. may list the same value many times: of a value that is too long, the rest is not even written.
    const most = maxLength - text.length;
    if (written === 'json' && !place?.isInString())
      text += yield* stringifyJsonInParts(value.value, { most });
    else {
      const plain = yield* textInParts(value.value, most);
      if (plain.length > most) return { kind: 'too-long', maxLength };
      text += place?.isInString() ? place.escape(plain, most) : write(plain, written);
    }
    place?.pass();
    if (text.length > maxLength) return { kind: 'too-long', maxLength };
    yield;
  }
  return { kind: 'text', text };
}

/** Turns the evaluation of a placeholder that has no value, or that a filter refuses, into that of its template. */
export function toUnrendered(evaluated: Exclude<Evaluated, { kind: 'value' }>): Unrendered {
  const { source, reference } = evaluated;
  return evaluated.kind === 'missing'
    ? { kind: 'unknown-variable', name: source, reference }
    : { kind: 'unfiltered', inside: source, reference, words: evaluated.words };
}

/** Writes a value as `textOf` does; one that is longer than `most` is not written whole. */
function* textInParts(value: unknown, most: number): InParts<string> {
  const isWritten = typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
  return isWritten ? yield* stringifyJsonInParts(value, { most }) : textOf(value);
}

/**
 * Checks whether a value is the whole path that follows the host of a URL, as an API names the place of a job in `Location` (RFC
 * 9110 §10.2.2). Its slash ends the host, so that the value cannot lead to another one.
 */
function isPathAt(before: string, value: unknown, behind: RegExp): boolean {
  return typeof value === 'string' && value.startsWith('/') && behind.test(before);
}

const anyHost = /^https?:\/\/[^/?#\\]*[^/?#\\:]$/i;
/** The address that a value holds may have a path. */
const anyAddress = /^https?:\/\/[^/?#\\]*[^/?#\\:](?:\/[^?#]*)?$/i;

function write(text: string, kind: TemplateKind | 'cdata'): string {
  switch (kind) {
    case 'form':
    case 'url':
      // encodeURIComponent throws on half of a surrogate pair.
      return encodeURIComponent(toWellFormed(text));
    case 'xml':
      return toXmlText(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
    case 'cdata':
      return toXmlText(text).replaceAll(cdataEnd, `]]${cdataEnd}${cdataStart}>`);
    default:
      return text;
  }
}

/** Replaces the characters that XML cannot hold at all (XML 1.0 §2.2) by the replacement character. */
function toXmlText(text: string): string {
  return toWellFormed(text).replace(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/gu, '\ufffd');
}

/** Between these, only the end counts as markup (XML 1.0 §2.7). */
const cdataStart = '<![CDATA[';
const cdataEnd = ']]>';

function endsInCdata(part: string, before: boolean): boolean {
  const [start, end] = [part.lastIndexOf(cdataStart), part.lastIndexOf(cdataEnd)];
  return start === end ? before : start > end;
}
