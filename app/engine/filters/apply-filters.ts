// All filters by their names. They are pure, so that a resumed run gets the same results.
import { isMissing } from '../comparing/equality';
import { measureLength } from '../comparing/compared-value';
import { parseJson, stringifyJson } from '../json/json';
import { textOf } from '../json/value-text';
import { parseCsv } from './csv-reading';
import { encodingFilters } from './encoding-filters';
import { filterFile, makeFile } from './file-filters';
import type { FilterName } from './filter-names';
import {
  type ApplyFilter,
  FilterProblem,
  type FilterWork,
  ofText,
  readText,
  takeSteps,
  tooMuch,
} from './filtering';
import { joiningFilters, readTexts } from './joining-filters';
import { isTrue, listFilters, readOperator } from './list-filters';
import { numberFilters } from './number-filters';
import { objectFilters } from './object-filters';
import { pathFilters } from './path-filters';
import { patternFilters } from './pattern-filters';
import { propertyFilters } from './property-filters';
import { slice, textFilters } from './text-filters';
import { timeFilters } from './time-filters';

const filters: Record<FilterName, ApplyFilter> = {
  ...textFilters,
  ...numberFilters,
  ...listFilters,
  ...objectFilters,
  ...propertyFilters,
  ...joiningFilters,
  ...timeFilters,
  ...encodingFilters,
  ...pathFilters,
  ...patternFilters,
  file: makeFile,
  parse_csv: parseCsv,
  slice,
  default: (value, [other]) => (isReplaced(value) ? (other ?? null) : value),
  choose: (value, [yes, no]) => (isTrue(value) ? yes : no) ?? null,
  is: (value, args, work) => {
    const test = readOperator(args, work);
    return test instanceof FilterProblem ? test : test(value);
  },
  size: (value) => measureLength(value) ?? (isMissing(value) ? 0 : textOf(value).length),
  json: (value, _, work) => {
    const text = readText(value, work);
    return text instanceof FilterProblem ? text : stringifyJson(value);
  },
  parse_json: ofText((text) => {
    try {
      return parseJson(text);
    } catch (error) {
      if (error instanceof SyntaxError) return new FilterProblem('needs JSON');
      throw error;
    }
  }),
};

/** Checks whether `default` replaces a value. */
export function isReplaced(value: unknown): boolean {
  return isMissing(value) || value === '';
}

/**
 * Applies a filter to a value, which is undefined for `default` alone. Returns the result, or the problem, or what is still to
 * do (`FilterParts`).
 */
export function applyFilter(
  name: FilterName,
  value: unknown,
  args: readonly unknown[],
  work: FilterWork,
): unknown {
  const ofFile = filterFile(name, value, args, work);
  if (ofFile) return ofFile.result;
  const given = takesTexts.has(name) ? readTexts([value, ...args], work) : [value, ...args];
  if (given instanceof FilterProblem) return given;
  if (!takeSteps(work, name, given)) return tooMuch;
  const [first, ...others] = given;
  const result = filters[name](first, others, work);
  return work.left < 0 ? tooMuch : result;
}

/** Filters that take only texts; their steps are counted by the length of these. */
const takesTexts: ReadonlySet<string> = new Set([
  ...Object.keys(textFilters),
  ...Object.keys(encodingFilters),
  ...Object.keys(patternFilters),
  'parse_json',
  'parse_csv',
]);
