// Checks the written arguments of a filter before any run: whether the filter could work with them for at least one value.
import { applyFilter } from './apply-filters';
import type { FilterName } from './filter-names';
import { createWork, FilterProblem, type FilterWork, maxFilterSteps } from './filtering';

/** Any valid time. */
const time = '2026-01-05T12:00:00Z';

/**
 * A value that each filter accepts, for filters whose arguments can be wrong. So a problem with this value is a problem of the
 * arguments.
 */
const values: Partial<Record<FilterName, unknown>> = {
  is: '',
  json_path: null,
  slice: '',
  truncate: '',
  regex_match: '',
  regex_capture: '',
  regex_capture_all: '',
  regex_replace: '',
  regex_split: 'a',
  plus: 1,
  minus: 1,
  times: 1,
  divided_by: 1,
  modulo: 1,
  round: 1,
  at_least: 1,
  at_most: 1,
  fixed: 1,
  format_number: 1,
  currency: 1,
  where: [],
  reject: [],
  find_index: [],
  chunk: [],
  pick: [],
  set: [],
  date: time,
  date_add: time,
  date_diff: time,
  parse_csv: '',
  md5: '',
  sha1: '',
  sha256: '',
  sha512: '',
  hmac_sha256: '',
  hmac_sha1: '',
  file: '',
};

/** Stand-ins for arguments that are known only in a run, by their place. An argument without a stand-in cannot be checked. */
const standIns: Partial<Record<FilterName, readonly unknown[]>> = {
  regex_replace: [undefined, ''],
  date_add: [1],
  date_diff: [time],
  set: [undefined, null],
  hmac_sha256: [''],
  hmac_sha1: [''],
  file: ['a'],
};

/**
 * Explains why a filter fails with these arguments for every value, as the part of a sentence that follows its name. An
 * argument that is known only in a run is undefined. The check may take as many steps as in a run, however few are left in
 * `work`; they are subtracted from `work`.
 */
export function findArgumentProblem(
  name: FilterName,
  args: readonly ({ known: unknown } | undefined)[],
  work?: FilterWork,
): string | undefined {
  if (!Object.hasOwn(values, name) && name !== 'parse_date') return undefined;
  const given: unknown[] = [];
  for (const [index, arg] of args.entries()) {
    const taken = arg ? arg.known : standIns[name]?.[index];
    if (taken === undefined) return undefined;
    given.push(taken);
  }
  const own = createWork();
  // Its value has to fit the pattern.
  const value = name === 'parse_date' ? applyFilter('date', time, given, own) : values[name];
  const result = applyFilter(name, value, given, own);
  if (work) work.left -= maxFilterSteps - own.left;
  return result instanceof FilterProblem ? result.words : undefined;
}
