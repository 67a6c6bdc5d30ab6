// Filters that read a value by a JSON path with all its features: wildcards, slices, .. and filters.
import { formatCount } from '../texts/format-count';
import { findPath } from '../paths/path';
import { pathProblem } from '../paths/path-problem';
import { maxSteps, readPathWithin } from '../paths/path-walk';
import { type ApplyFilter, FilterProblem, maxFilteredItems, readText, spend, tooMuch } from './filtering';

/** How many steps of a path take as long as one step of filters. */
const stepsAtOnce = 4;

export const pathFilters = {
  /** Returns the value at a path to one place, if any; for a path to many places the list of all, which may be empty. */
  json_path: (value, [written], work) => {
    const path = readText(written, work);
    if (path instanceof FilterProblem) return path;
    const problem = pathProblem(path);
    if (problem !== undefined) return new FilterProblem(`needs a JSON path: ${problem}`);
    const most = Math.min(maxSteps, Math.floor(work.left * stepsAtOnce));
    const { result, steps } = readPathWithin(value, path, most);
    if (!spend(work, steps / stepsAtOnce) || (!result.found && result.isTooMuch)) return tooMuch;
    if (findPath(path)?.kind !== 'many') return result.found ? result.value : undefined;
    const found = result.found ? (result.value as unknown[]) : [];
    return found.length > maxFilteredItems ? tooMany : found;
  },
} satisfies Record<string, ApplyFilter>;

const tooMany = new FilterProblem(`would make a list of more than ${formatCount(maxFilteredItems)} items`);
