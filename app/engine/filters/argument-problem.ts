// What can be told of a filter's arguments before it is used: whether it would take them for some value.
import { applyFilter } from './apply-filters';
import type { FilterName } from './filter-names';
import { createWork, FilterProblem, type FilterWork, maxFilterSteps } from './filtering';

/** A time, as good as any other. */
const time = '2026-01-05T12:00:00Z';

/** A value that each filter takes whose arguments can be wrong: what it says of it is said of its arguments. */
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
  chunk: [],
  date: time,
  date_add: time,
  date_diff: time,
  hmac_sha256: '',
  hmac_sha1: '',
  file: '',
};

/** What stands for arguments that are known in a run alone, by their place; without one nothing can be told. */
const standIns: Partial<Record<FilterName, readonly unknown[]>> = {
  regex_replace: [undefined, ''],
  date_add: [1],
  date_diff: [time],
  hmac_sha256: [''],
  hmac_sha1: [''],
  file: ['a'],
};

/**
 * Why a filter with these arguments makes nothing of any value, as a part of a sentence behind its name. `known`: undefined in a run alone. It may
 * do as much as in a run, whatever is left of `work`, of which that is taken.
 */
export function findArgumentProblem(
  name: FilterName,
  args: readonly ({ known: unknown } | undefined)[],
  work?: FilterWork,
): string | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  const given: unknown[] = [];
  for (const [index, arg] of args.entries()) {
    const taken = arg ? arg.known : standIns[name]?.[index];
    if (taken === undefined) return undefined;
    given.push(taken);
  }
  const own = createWork();
  const result = applyFilter(name, value, given, own);
  if (work) work.left -= maxFilterSteps - own.left;
  return result instanceof FilterProblem ? result.words : undefined;
}
