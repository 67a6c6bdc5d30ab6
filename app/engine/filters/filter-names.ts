// The names of filters and how many arguments each takes; light enough for the browser.

/** The fewest and the most arguments. */
type Counts = readonly [least: number, most: number];

const none: Counts = [0, 0];
const one: Counts = [1, 1];
const oneAtMost: Counts = [0, 1];
const oneOrTwo: Counts = [1, 2];
const many: Counts = [1, 20];

const filterCounts = {
  default: one,
  choose: [2, 2],
  is: oneOrTwo,
  get: one,
  json_path: one,
  json: none,
  parse_json: none,
  parse_csv: oneAtMost,
  upcase: none,
  downcase: none,
  capitalize: none,
  strip: none,
  append: one,
  prepend: one,
  replace: [2, 2],
  remove: one,
  before: one,
  after: one,
  slice: oneOrTwo,
  truncate: oneOrTwo,
  split: one,
  regex_match: one,
  regex_capture: oneOrTwo,
  regex_capture_all: oneOrTwo,
  regex_replace: [2, 2],
  regex_split: one,
  slugify: none,
  escape: none,
  strip_html: none,
  number: none,
  plus: one,
  minus: one,
  times: one,
  divided_by: one,
  modulo: one,
  round: oneAtMost,
  floor: none,
  ceil: none,
  abs: none,
  at_least: one,
  at_most: one,
  fixed: one,
  format_number: [0, 2],
  currency: oneOrTwo,
  size: none,
  list: none,
  first: none,
  last: none,
  join: oneAtMost,
  map: one,
  pick: many,
  set: [2, 2],
  where: [1, 3],
  reject: [1, 3],
  find_index: [1, 3],
  sort: oneAtMost,
  reverse: none,
  uniq: oneAtMost,
  compact: none,
  concat: one,
  flatten: none,
  chunk: one,
  group_by: one,
  sum: [0, 2],
  index_by: oneOrTwo,
  keys: none,
  values: none,
  entries: none,
  format_each: one,
  csv: [0, 20],
  date: [1, 3],
  parse_date: [1, 3],
  date_add: [2, 3],
  date_diff: [1, 3],
  unix: none,
  url_encode: none,
  url_decode: none,
  base64_encode: none,
  base64_decode: none,
  base64url_encode: none,
  md5: oneAtMost,
  sha1: oneAtMost,
  sha256: oneAtMost,
  sha512: oneAtMost,
  hmac_sha256: oneOrTwo,
  hmac_sha1: oneOrTwo,
  uuid: none,
  file: oneOrTwo,
} as const satisfies Record<string, Counts>;

/** The prefix of filters whose first argument is a regular expression, in which a backslash has a meaning of its own. */
export const patternPrefix = 'regex_';

export type FilterName = keyof typeof filterCounts;

export const filterNames = Object.keys(filterCounts) as FilterName[];

export function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(filterCounts, name);
}

/** Describes what is wrong with the use of a filter, as a part of a sentence; undefined when nothing is. */
export function findFilterUse(name: string, count: number): string | undefined {
  if (!isFilterName(name)) return `there is no filter ${name}`;
  const [least, most] = filterCounts[name];
  if (count >= least && count <= most) return undefined;
  const range = least === most ? String(least) : `${least} to ${most}`;
  return `the filter ${name} takes ${most === 0 ? 'no' : range} ${range === '1' ? 'argument' : 'arguments'}`;
}
