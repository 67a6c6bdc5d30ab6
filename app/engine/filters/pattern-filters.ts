// Filters by regular expressions. Their values and arguments are texts.
import { formatCount } from '../texts/format-count';
import { limits } from '../schema/limits';
import {
  type ApplyFilter,
  FilterProblem,
  type FilterWork,
  maxFilteredItems,
  readWhole,
  tooLong,
} from './filtering';
import { type PatternMatch, type Pattern, readPattern } from './pattern';

export const patternFilters = {
  regex_match: byPattern((text, pattern) => !pattern.find(text).next().done),
  regex_capture: byPattern((text, pattern, [group]) => {
    const take = readGroup(pattern, group);
    if (take instanceof FilterProblem) return take;
    const { value } = pattern.find(text).next();
    return value ? take(value) : undefined;
  }),
  regex_capture_all: byPattern((text, pattern, [group]) => {
    const take = readGroup(pattern, group);
    if (take instanceof FilterProblem) return take;
    const found: (string | null)[] = [];
    for (const match of pattern.find(text)) {
      if (found.length === maxFilteredItems) return tooMany;
      found.push(take(match) ?? null);
    }
    return found;
  }),
  regex_replace: byPattern((text, pattern, [by]) => {
    const write = readReplacement(pattern, by ?? '');
    if (write instanceof FilterProblem) return write;
    let made = '';
    let end = 0;
    for (const match of pattern.find(text)) {
      made += text.slice(end, match.at) + write(match);
      if (made.length > limits.sentBodyBytes) return tooLong();
      end = endOf(match);
    }
    return made + text.slice(end);
  }),
  regex_split: byPattern((text, pattern) => {
    if (text === '') return [];
    const parts: string[] = [];
    let end = 0;
    for (const match of pattern.find(text)) {
      // An empty match at the beginning or the end of the text separates nothing.
      if (endOf(match) === 0 || match.at === text.length) continue;
      if (parts.length === maxFilteredItems - 1) return tooMany;
      parts.push(text.slice(end, match.at));
      end = endOf(match);
    }
    return [...parts, text.slice(end)];
  }),
} satisfies Record<string, ApplyFilter>;

const tooMany = new FilterProblem(`would make a list of more than ${formatCount(maxFilteredItems)} items`);

function byPattern(
  apply: (text: string, pattern: Pattern, args: string[], work: FilterWork) => unknown,
): ApplyFilter {
  return (value, [source, ...args], work) => {
    const pattern = readPattern(String(source), work);
    return pattern instanceof FilterProblem ? pattern : apply(String(value), pattern, args.map(String), work);
  };
}

function endOf({ at, groups }: PatternMatch): number {
  return at + (groups[0] ?? '').length;
}

/** Reads which part of a match to take: a group by number or name; by default the first one, or else the whole match. */
function readGroup(
  { groupCount, names }: Pattern,
  written: string | undefined,
): ((match: PatternMatch) => string | undefined) | FilterProblem {
  const usual = Math.min(groupCount, 1);
  const group = written === undefined ? usual : (names.get(written) ?? readWhole(written));
  if (group === undefined || group < 0 || group > groupCount) {
    return new FilterProblem('needs the number or name of a group of its pattern');
  }
  return ({ groups }) => groups[group];
}

/** `$1`, `$<name>` and `$&` stand for a group and for the whole match, `$$` for the dollar sign itself. */
const marks = /\$(?:\$|&|(\d{1,2})|<([^<>]*)>)/g;

function readReplacement(pattern: Pattern, by: string): ((match: PatternMatch) => string) | FilterProblem {
  const parts: (string | ((match: PatternMatch) => string | undefined))[] = [];
  let end = 0;
  for (const found of by.matchAll(marks)) {
    const [mark, number, name] = found;
    parts.push(by.slice(end, found.index));
    end = found.index + mark.length;
    if (mark === '$$') parts.push('$');
    else {
      const take = readGroup(pattern, mark === '$&' ? '0' : (number ?? name));
      if (take instanceof FilterProblem) return take;
      parts.push(take);
    }
  }
  parts.push(by.slice(end));
  return (match) => parts.map((part) => (typeof part === 'string' ? part : (part(match) ?? ''))).join('');
}
