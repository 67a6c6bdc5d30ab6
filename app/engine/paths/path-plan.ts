// Combines paths for one walk: paths that begin alike share their beginning, so that it is followed once.
import type { FilterTest } from './path-filter';
import { findPath, type PathStep, type Selector, type Slice } from './path';

/** A point that paths to many places have reached, and how each goes on. */
export interface PathBranch {
  /** The result that values here belong to; undefined when no path ends here. */
  slot: number | undefined;
  /** Whether no path goes on from here. */
  isLeaf: boolean;
  names: Map<string, PathBranch>;
  /** The names that are also indexes, in ascending order. */
  indexes: { index: number; branch: PathBranch }[];
  all: PathBranch | undefined;
  descent: PathBranch | undefined;
  slices: { slice: Slice; branch: PathBranch }[];
  unions: { selectors: Selector[]; branch: PathBranch }[];
  filters: { tests: FilterTest[]; branch: PathBranch }[];
}

/** Parsed paths, combined into one tree. */
export interface PathPlan {
  /** The destination of each path: the segments to one place, or a result of the walk; undefined if it cannot be read. */
  places: ({ segments: (string | number)[] } | { slot: number } | undefined)[];
  root: PathBranch;
  slots: number;
}

/** Reads paths for `readPaths`. A path that cannot be read leads nowhere. */
export function planPaths(paths: readonly string[]): PathPlan {
  const plan: PathPlan = { places: [], root: makeBranch(), slots: 0 };
  for (const text of paths) {
    const path = findPath(text);
    if (path?.kind !== 'many') {
      plan.places.push(path && { segments: path.segments });
      continue;
    }
    const end = path.steps.reduce(goOn, plan.root);
    // Paths with the same meaning share one result.
    end.slot ??= plan.slots++;
    plan.places.push({ slot: end.slot });
  }
  return plan;
}

/** Checks whether any path of a plan leads to many places, so that reading it may be too much. */
export function leadsToMany({ slots }: PathPlan): boolean {
  return slots > 0;
}

function makeBranch(): PathBranch {
  return {
    slot: undefined,
    isLeaf: true,
    names: new Map(),
    indexes: [],
    all: undefined,
    descent: undefined,
    slices: [],
    unions: [],
    filters: [],
  };
}

function goOn(branch: PathBranch, step: PathStep): PathBranch {
  branch.isLeaf = false;
  switch (step.kind) {
    case 'descent':
      return (branch.descent ??= makeBranch());
    case 'all':
      return (branch.all ??= makeBranch());
    case 'name':
      return branch.names.get(step.name) ?? addName(branch, step.name);
    case 'slice':
      return findOrAdd(branch.slices, ({ slice }) => isSame(slice, step), { slice: step }).branch;
    case 'filter': {
      const { tests } = step;
      return findOrAdd(branch.filters, (filter) => isSame(filter.tests, tests), { tests }).branch;
    }
    default: {
      const { selectors } = step;
      return findOrAdd(branch.unions, (union) => isSame(union.selectors, selectors), { selectors }).branch;
    }
  }
}

function findOrAdd<Way>(
  ways: (Way & { branch: PathBranch })[],
  isIt: (way: Way) => boolean,
  way: Way,
): { branch: PathBranch } {
  const known = ways.find(isIt);
  if (known) return known;
  const added = { ...way, branch: makeBranch() };
  ways.push(added);
  return added;
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function addName(branch: PathBranch, name: string): PathBranch {
  const next = makeBranch();
  branch.names.set(name, next);
  const index = indexOf(name);
  if (index !== undefined) {
    branch.indexes.push({ index, branch: next });
    branch.indexes.sort((a, b) => a.index - b.index);
  }
  return next;
}

/** Returns the list index that a name stands for; `007` stands for none. */
export function indexOf(name: string): number | undefined {
  const index = Number(name);
  return Number.isSafeInteger(index) && index >= 0 && String(index) === name ? index : undefined;
}
