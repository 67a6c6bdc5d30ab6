// Explains why a path is refused, and suggests a path that can be read, to be copied as it is.
import { describePathFilterProblem } from './filter-problem';
import { findPath, maxPathLength, readSegment, readSelectors } from './path';
import { quoted, quoteName, spellName } from './path-name';
import { normalizePath } from './path-spelling';

export const longPathText = `JSON path must be ${maxPathLength} characters or less`;

const texts = {
  script: 'Scripts and parent selectors cannot be used in a JSON path',
  beginning: 'JSON path should start with dot e.g .field or .[0].field',
  descents: 'A JSON path may use .. only once',
  unreadable: 'JSON path cannot be read',
};

const quotedParts = new RegExp(quoted, 'gs');
const brackets = new RegExp(String.raw`\s*\.?\[((?:${quoted}|[^\]])*)\]?`, 'suy');
const dots = /\.{2,}/y;
const name = /\.?([^.[]*)/suy;
const nextSegment = /\s*(?:[.[]|$)/y;
const listParts = new RegExp(`(?:${quoted}|[^,])+`, 'gs');

/** A slash in front belongs to other languages, where it separates names; the sign of a broken escape is unknown. */
const isUnclear = /^\s*\/|\\u/;

/** Explains why a path is refused when it is saved; undefined when it may be used. */
export function pathProblem(path: string): string | undefined {
  // The time for an explanation grows with the square of the length, and the path of a filter may come from outside.
  if (path.length > maxPathLength) return longPathText;
  const unquoted = path.replace(quotedParts, '');
  if (/[[,]\s*\?/.test(unquoted)) {
    if (findPath(path)) return undefined;
    return descendsTwice(unquoted.replace(filters, '')) ? texts.descents : describePathFilterProblem(path);
  }
  if (/[()?^~`]|@(?=[.[]|$)/.test(unquoted)) return withFromEnd(path);
  if (!/[.[]/.test(path) && path.trim() !== '$') {
    return findPath(path) ? texts.beginning : withSuggestion(texts.beginning, path);
  }
  if (descendsTwice(unquoted)) return texts.descents;
  return findPath(path) ? undefined : withSuggestion(texts.unreadable, path);
}

function descendsTwice(unquoted: string): boolean {
  return /\.\..*\.\./s.test(unquoted);
}

/** Without quoted parts, a filter ends with the first closing bracket that closes none of its own. */
const filters = /\[\s*\?(?:\[[^\]]*\]|[^[\]])*\]/gs;

/** Refuses a script. Other languages take the last item of a list by the list's length, for which `[-1]` is suggested. */
function withFromEnd(path: string): string {
  const meant = path.replace(/\[\s*\(\s*@\.length\s*-\s*([1-9]\d{0,8})\s*\)\s*\]/g, '[-$1]');
  return meant !== path && findPath(meant) ? `${texts.script}. Write ${meant} instead` : texts.script;
}

function withSuggestion(text: string, path: string): string {
  const suggested = suggestPath(path);
  return suggested === undefined ? text : `${text}. Write ${suggested} instead`;
}

/** Returns the path that was probably meant: with names quoted where needed, and brackets closed. */
function suggestPath(path: string): string | undefined {
  if (isUnclear.test(path)) return undefined;
  const text = normalizePath(withoutBraces(path));
  let suggested = '$';
  let place = 0;
  while (place < text.length) {
    const part = readPart(text, place);
    suggested += part.spelled;
    place = part.end;
  }
  return findPath(suggested) ? suggested : undefined;
}

/** Removes the braces of a placeholder, and the name of the trigger's payload in front, which is the whole value here. */
function withoutBraces(path: string): string {
  const inside = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(path)?.[1];
  return inside === undefined ? path : inside.trim().replace(/^(?:trigger|\$json)(?=[.[])/, '$');
}

/** Returns the next part of a path in a readable spelling, and the position behind it, which is always further on. */
function readPart(text: string, place: number): { spelled: string; end: number } {
  const [descent = ''] = matchAt(dots, text, place) ?? [];
  if (descent === '') return readPlainPart(text, place);
  const { spelled, end } = readPlainPart(text, place + descent.length - 1);
  return { spelled: `..${spelled.replace(/^\./, '') || '*'}`, end };
}

function readPlainPart(text: string, place: number): { spelled: string; end: number } {
  const segment = readSegment(text, place);
  if (segment && matchAt(nextSegment, text, segment.end)) {
    return { spelled: text.slice(place, segment.end).trim(), end: segment.end };
  }
  const list = matchAt(brackets, text, place);
  if (list) return { spelled: `[${spellList(list[1] ?? '')}]`, end: brackets.lastIndex };
  const meant = readName(matchAt(name, text, place)?.[1] ?? '');
  return { spelled: meant && spellName(meant), end: name.lastIndex };
}

function matchAt(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

function spellList(text: string): string {
  const parts = text.match(listParts) ?? [];
  const spelled = parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (readSelectors(part) ? part : quoteName(readName(part))));
  return spelled.join(',') || '*';
}

/** Returns a name as it was meant, without the quotes around it and the backslashes before quotes. */
function readName(text: string): string {
  return text
    .trim()
    .replace(/^['"]|['"]$/g, '')
    .replace(/\\(['"])/g, '$1');
}
