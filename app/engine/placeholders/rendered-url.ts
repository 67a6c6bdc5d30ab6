// Fills the placeholders of a URL in, and refuses a URL that cannot be called.
import { limits } from '../schema/limits';
import { createWork, type FilterWork } from '../filters/filtering';
import type { InParts } from '../json/json-parts';
import { readUrl } from '../http/read-url';
import { beginsWithAddress, isPlaceholder, parseTemplate } from './placeholder';
import { renderInParts } from './fill-template';
import { refuse, type Refused } from './refused';
import { fillUrl, isHttpUrl, isHttpUrlTemplate } from './url-template';
import type { Variables } from './reference';
import { truncate } from '../texts/truncate';

type RenderedUrl = { kind: 'url'; url: string } | Refused;

/** Fills a URL in, in parts. A result that is no http(s) URL is refused, with a message for the log that calls it `place`. */
export function* renderUrl(
  template: string,
  variables: Variables,
  place: string,
  work = createWork(),
): InParts<RenderedUrl> {
  const rendered = yield* renderInParts(template, variables, 'url', work);
  if (rendered.kind !== 'text') return refuse(rendered, place);
  const { text: url } = rendered;
  const message =
    (yield* findOtherHost(template, url, variables)) ??
    findProblem(template, url) ??
    (yield* findMovedPath(template, url, variables));
  return message === undefined ? { kind: 'url', url } : { kind: 'refused', message };
}

/** Fills in the URL of a store, whose path is read as it is; see `../stores/store-address.ts`. */
export function* renderStoreUrl(
  template: string,
  variables: Variables,
  work: FilterWork,
): InParts<RenderedUrl> {
  const rendered = yield* renderInParts(template, variables, 'url', work);
  if (rendered.kind !== 'text') return refuse(rendered, 'the URL');
  const { text: url } = rendered;
  return url.length > limits.sentUrlLength ? { kind: 'refused', message: tooLong } : { kind: 'url', url };
}

const tooLong = `With its variables filled in, the URL is longer than ${limits.sentUrlLength} characters.`;

function findProblem(template: string, url: string): string | undefined {
  if (!url) return 'URL is required';
  if (url.length > limits.sentUrlLength) return tooLong;
  return isHttpUrl(url) && isHttpUrlTemplate(template) ? undefined : describeNoUrl(url);
}

function describeNoUrl(url: string): string {
  return `URL must be a valid HTTP/HTTPS URL: ${truncate(url, 200)}`;
}

/** Finds a value behind the one for the address that would make another scheme, host or port of it. */
function* findOtherHost(template: string, url: string, variables: Variables): InParts<string | undefined> {
  const [, second] = parseTemplate(template);
  if (typeof second !== 'object' || !beginsWithAddress(template)) return undefined;
  const address = yield* renderInParts(cutAddress(template).address, variables, 'url', createWork());
  const origin = address.kind === 'text' ? readUrl(address.text)?.origin : undefined;
  if (origin === undefined) return describeNoUrl(url);
  return readUrl(url)?.origin === origin
    ? undefined
    : `A value right behind the address of a URL has to begin with a slash: ${truncate(url, 200)}`;
}

/** Cuts a template that begins with a placeholder for its address behind this. */
function cutAddress(template: string): { address: string; rest: string } {
  const end = template.indexOf('}}') + 2;
  return { address: template.slice(0, end), rest: template.slice(end) };
}

/**
 * Finds a value that makes a segment . or .., which moves the path even when it is percent-encoded (WHATWG URL §4.5). Only a
 * value for the address may contain such segments: it is a URL of its own.
 */
function* findMovedPath(template: string, url: string, variables: Variables): InParts<string | undefined> {
  if (isPlaceholder(template)) return undefined;
  const rest = beginsWithAddress(template) ? cutAddress(template).rest : template;
  const rendered =
    rest === template
      ? ({ kind: 'text', text: url } as const)
      : yield* renderInParts(rest, variables, 'url', createWork());
  const filled = rendered.kind === 'text' ? listSegments(rendered.text) : [];
  const written = listSegments(fillUrl(rest));
  const isMoved = filled.some((segment, index) => isDots(segment) && !isDots(written[index] ?? ''));
  return isMoved ? `A value of . or .. would lead to another path: ${truncate(url, 200)}` : undefined;
}

function listSegments(url: string): string[] {
  const [beforeQuery = ''] = url.split(/[?#]/, 1);
  return beforeQuery.split(/[/\\]/);
}

function isDots(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}
