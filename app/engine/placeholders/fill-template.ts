// Placeholders. A template is read once into parts and filled in once: a value that itself looks like a
// placeholder stays text. Where a value lands decides how it is written, so that no value can break out of it.
import { limits } from '../schema/limits';
import { toWellFormed } from '../json/half-pair';
import { isJsonLongerThan, stringifyJson } from '../json/json';
import { beginsWithAddress, parseTemplate, showPlaceholder } from './placeholder';
import { createWork } from '../filters/filtering';
import { evaluate } from './evaluate';
import type { Variables } from './reference';
import { quotedBraces } from './reference-pattern';
import { textOf } from '../json/value-text';

/** What surrounds the placeholders: a URL, one header value, a JSON body, a form body, XML or any other text. */
export type TemplateKind = 'url' | 'header' | 'json' | 'form' | 'xml' | 'text';

export type RenderedTemplate =
  | { kind: 'text'; text: string }
  | { kind: 'unknown-variable'; name: string }
  /** What stands between double braces is no name with a path; `problem`: or what is wrong with the filters behind it. */
  | { kind: 'unreadable'; inside: string; problem?: string | undefined }
  /** A filter could not be applied to what the placeholder stands for. */
  | { kind: 'unfiltered'; inside: string; words: string }
  | { kind: 'too-long'; maxLength: number };

/** The text as a template that renders it: `{{'{{'}}` stands for each two opening braces in it. */
export function literalBraces(text: string): string {
  return text.replaceAll('{{', `{{${quotedBraces}}}`);
}

/**
 * Fills a template in. Between the quotes of a JSON body a value stays text, escaped (RFC 8259 §7); outside
 * them it is written as JSON of its type. In a URL it is percent-encoded (RFC 3986 §2.1) unless it is the
 * whole URL, in XML escaped, in a CDATA section kept from ending it. A name or path that leads nowhere ends with `unknown-variable`, named as written; what is neither with
 * `unreadable`, a filter that cannot do its work with `unfiltered`; a text of more than `limits.sentBodyBytes` characters with `too-long`.
 * `work`: what filters may do, also where several texts share it.
 */
export function renderTemplate(
  template: string,
  variables: Variables,
  kind: TemplateKind,
  work = createWork(),
): RenderedTemplate {
  const parts = parseTemplate(template);
  const address = kind === 'url' && beginsWithAddress(template) ? parts[0] : undefined;
  const maxLength = limits.sentBodyBytes;
  let text = '';
  let place: JsonPlace = 'outside';
  let isInCdata = false;
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      if (kind === 'json') place = findJsonPlace(part, place);
      if (kind === 'xml') isInCdata = endsInCdata(part, isInCdata);
      continue;
    }
    if ('unreadable' in part) return { kind: 'unreadable', inside: part.unreadable, problem: part.problem };
    const value = evaluate(part, variables, work);
    if (value.kind === 'missing') return { kind: 'unknown-variable', name: value.source };
    if (value.kind === 'problem') return { kind: 'unfiltered', inside: value.source, words: value.words };
    // A list of a path with .. may hold the same many times over: what would be too long is not even written.
    if (isLongerThan(value.value, maxLength - text.length)) return { kind: 'too-long', maxLength };
    const written = part === address ? 'text' : isInCdata ? 'cdata' : kind;
    text += written === 'json' ? writeJson(value.value, place) : write(value.value, written);
    if (place === 'escape') place = 'string';
    if (text.length > maxLength) return { kind: 'too-long', maxLength };
  }
  return { kind: 'text', text };
}

/**
 * Why something was not sent, as a sentence for the log; `place` is what the template stands in, as `the URL`. Of a secret
 * it does not repeat what is no name, since that may be a part of it.
 */
export function describeUnrendered(
  rendered: Exclude<RenderedTemplate, { kind: 'text' }>,
  place: string,
  isSecret = false,
): string {
  switch (rendered.kind) {
    case 'too-long':
      return `With its variables filled in, ${place} is longer than ${rendered.maxLength} characters.`;
    case 'unknown-variable':
      return `The variable ${showPlaceholder(rendered.name)} in ${place} has no value.${adviseOnMemory(rendered.name)}`;
    case 'unreadable': {
      const shown = isSecret ? 'A placeholder' : showPlaceholder(rendered.inside);
      return rendered.problem === undefined
        ? `${shown} in ${place} is not a variable. To send {{ as text, write {{${quotedBraces}}}.`
        : `${shown} in ${place} cannot be filled in${isSecret ? '' : `: ${rendered.problem}`}.`;
    }
    case 'unfiltered':
      return `${isSecret ? 'A placeholder' : showPlaceholder(rendered.inside)} in ${place} cannot be filled in: ${rendered.words}.`;
  }
}

/** The first run of an integration meets this, before anything was remembered. */
function adviseOnMemory(name: string): string {
  const [remembered] = /^memory\.[A-Za-z_]\w*/.exec(name) ?? [];
  if (remembered === undefined) return '';
  return ` Until a run has remembered it, it has none: write {{${remembered} | default: "…"}}, or set it under Memory.`;
}

function isLongerThan(value: unknown, length: number): boolean {
  return typeof value === 'object' && isJsonLongerThan(value, length);
}

function write(value: unknown, kind: Exclude<TemplateKind, 'json'> | 'cdata'): string {
  const text = textOf(value);
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

/** What XML cannot hold at all (XML 1.0 §2.2) becomes the replacement character. */
function toXmlText(text: string): string {
  return toWellFormed(text).replace(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/gu, '\ufffd');
}

/** XML 1.0 §2.7: between these nothing is markup but the end. */
const cdataStart = '<![CDATA[';
const cdataEnd = ']]>';

function endsInCdata(part: string, before: boolean): boolean {
  const [start, end] = [part.lastIndexOf(cdataStart), part.lastIndexOf(cdataEnd)];
  return start === end ? before : start > end;
}

/** Where in JSON a text ends: outside quotes, between them, or there just behind a backslash. */
type JsonPlace = 'outside' | 'string' | 'escape';

function writeJson(value: unknown, place: JsonPlace): string {
  if (place === 'outside') return stringifyJson(value);
  const text = JSON.stringify(textOf(value)).slice(1, -1);
  // A lone backslash would undo the escaping of what follows, so it is taken for itself.
  return place === 'escape' ? `\\${text}` : text;
}

function findJsonPlace(part: string, before: JsonPlace): JsonPlace {
  let place = before;
  for (let index = 0; index < part.length; index += 1) {
    const character = part[index];
    if (place === 'escape') place = 'string';
    else if (character === '"') place = place === 'string' ? 'outside' : 'string';
    else if (character === '\\' && place === 'string') place = 'escape';
  }
  return place;
}
