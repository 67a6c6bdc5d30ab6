// Reads values at JSON paths. All paths of one value are followed in one walk and share one allowance of steps. This limits the
// time of the walk and what it finds, whatever the payload and its paths.
import { listPropertyNames } from '../json/property-names';
import { findPath, type Selector, type Slice } from './path';
import { type FilterTest, passesFilter } from './path-filter';
import { type PathBranch, indexOf, leadsToMany, type PathPlan, planPaths } from './path-plan';

/** `isTooMuch`: the walk was given up, so it is unknown whether there is a value. */
export type PathResult = { found: true; value: unknown } | { found: false; isTooMuch?: true };

/**
 * How many steps one value may take, by any number of paths to many places. Each value that a path reaches is a step, as is
 * each property, part of a union or slice that is searched for in vain, and each test of a filter. Paths that begin alike share
 * these steps. Each property of a wide object takes three more: such properties are listed from, and found in, a hash table.
 */
export const maxSteps = 300_000;

/**
 * Reads all paths of a plan from a value. A path to one place returns its value. A path to many places returns the list of all
 * values found, in their order; after a descent, those nearest to its beginning come first. Only what JSON names or counts is
 * found: own properties of objects, items of lists. Past `most` steps, every path to many places is too much.
 */
export function readPaths(value: unknown, plan: PathPlan, most = maxSteps): PathResult[] {
  const walk = leadsToMany(plan) ? new Walk(plan.slots, most) : undefined;
  walk?.follow(plan.root, value);
  return plan.places.map((place): PathResult => {
    if (!place) return { found: false };
    if ('segments' in place) return readPlace(value, place.segments);
    if (!walk || walk.left < 0) return { found: false, isTooMuch: true };
    const found = walk.results[place.slot] ?? [];
    return found.length > 0 ? { found: true, value: found } : { found: false };
  });
}

/** Reads one path by a walk of up to `most` steps, and returns how many it took; a path to one place takes none. */
export function readPathWithin(
  value: unknown,
  path: string,
  most: number,
): { result: PathResult; steps: number } {
  const plan = planPaths([path]);
  if (!leadsToMany(plan)) return { result: readPaths(value, plan)[0] ?? { found: false }, steps: 0 };
  const walk = new Walk(plan.slots, most);
  walk.follow(plan.root, value);
  const [found = []] = walk.results;
  const isTooMuch = walk.left < 0;
  const result: PathResult = isTooMuch ? { found: false, isTooMuch } : { found: true, value: found };
  return { result, steps: most - walk.left };
}

/** Reads one path; see {@link readPaths}. `[-1]` is the last item of a list. */
export function readPath(value: unknown, path: string): PathResult {
  const known = findPath(path);
  if (known?.kind === 'one') return readPlace(value, known.segments);
  return readPaths(value, planPaths([path]))[0] ?? { found: false };
}

/** Reads the value at one place; `[-1]` is as in {@link readPath}. */
export function readPlace(value: unknown, segments: readonly (string | number)[]): PathResult {
  let current = value;
  for (const segment of segments) {
    if (typeof current !== 'object' || current === null) return { found: false };
    const isList = Array.isArray(current);
    // A list has a `length` of its own, which JSON does not have.
    if (isList && segment === 'length') return { found: false };
    const isFromEnd = isList && typeof segment === 'number' && segment < 0;
    const key = isFromEnd ? (current as unknown[]).length + segment : segment;
    if (!Object.hasOwn(current, key)) return { found: false };
    current = (current as Record<string | number, unknown>)[key];
  }
  return { found: true, value: current };
}

type JsonObject = Record<string, unknown>;

class Walk {
  readonly results: unknown[][];
  /** The remaining steps; below zero, the walk is given up. */
  left: number;

  constructor(slots: number, most: number) {
    this.results = Array.from({ length: slots }, () => []);
    this.left = most;
  }

  follow(branch: PathBranch, value: unknown): void {
    this.left -= 1;
    if (this.left < 0) return;
    if (branch.slot !== undefined) this.results[branch.slot]?.push(value);
    if (branch.isLeaf || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) this.#followList(branch, value);
    else this.#followObject(branch, value as JsonObject);
  }

  #followList(branch: PathBranch, list: unknown[]): void {
    for (const { index, branch: next } of branch.indexes) {
      if (index >= list.length) break;
      this.follow(next, list[index]);
    }
    if (branch.all) this.#followItems(branch.all, list, everyItem);
    for (const { slice, branch: next } of branch.slices) this.#followItems(next, list, slice);
    for (const { selectors, branch: next } of branch.unions) {
      for (const selector of selectors) {
        this.left -= 1;
        if (this.left < 0) return;
        this.#followListed(next, list, selector);
      }
    }
    for (const { tests, branch: next } of branch.filters) this.#followPassing(next, tests, list);
    if (branch.descent) this.#descend(branch.descent, list);
  }

  /** Follows the items that pass all tests. Each test of each item is a step. */
  #followPassing(branch: PathBranch, tests: FilterTest[], items: Iterable<unknown>): void {
    for (const item of items) {
      this.left -= tests.length;
      if (this.left < 0) return;
      if (passesFilter(tests, item)) this.follow(branch, item);
    }
  }

  #followListed(branch: PathBranch, list: unknown[], selector: Selector): void {
    if (selector.kind === 'slice') this.#followItems(branch, list, selector);
    else if (selector.kind === 'all') this.#followItems(branch, list, everyItem);
    else {
      const index = indexOf(selector.name);
      if (index !== undefined && index < list.length) this.follow(branch, list[index]);
    }
  }

  #followItems(branch: PathBranch, list: unknown[], slice: Slice): void {
    const { step } = slice;
    const [first, behind] = findBounds(slice, list.length);
    const count = step === 0 ? 0 : Math.ceil((behind - first) / step);
    for (let taken = 0; taken < count && this.left >= 0; taken += 1) {
      this.follow(branch, list[first + taken * step]);
    }
    // A slice that takes nothing costs a step, too.
    if (count <= 0) this.left -= 1;
  }

  #followObject(branch: PathBranch, object: JsonObject): void {
    const { names, all } = branch;
    if (names.size > 0) this.#followNames(names, object);
    if (all) this.#followValues(all, object);
    for (const { selectors, branch: next } of branch.unions) {
      for (const selector of selectors) {
        if (selector.kind === 'name') this.#followName(next, object, selector.name);
        else {
          this.left -= 1;
          if (selector.kind === 'all') this.#followValues(next, object);
        }
        if (this.left < 0) return;
      }
    }
    for (const { tests, branch: next } of branch.filters) {
      const values = this.#listNames(object).map((name) => object[name]);
      this.#followPassing(next, tests, values);
    }
    if (branch.descent) this.#descend(branch.descent, object);
  }

  #followValues(branch: PathBranch, object: JsonObject): void {
    for (const name of this.#listNames(object)) {
      this.follow(branch, object[name]);
      if (this.left < 0) return;
    }
  }

  /** Looks up a few names one by one; with many, it is cheaper to list the names that the object has. */
  #followNames(names: Map<string, PathBranch>, object: JsonObject): void {
    if (names.size <= fewNames) {
      for (const [name, next] of names) this.#followName(next, object, name);
      return;
    }
    for (const name of this.#listNames(object)) {
      this.left -= 1;
      if (this.left < 0) return;
      const next = names.get(name);
      if (next) this.follow(next, object[name]);
    }
  }

  #followName(branch: PathBranch, object: JsonObject, name: string): void {
    this.left -= 1;
    if (Object.hasOwn(object, name)) this.follow(branch, object[name]);
  }

  /** Follows the paths that begin at a value itself first, then those that begin below it. */
  #descend(branch: PathBranch, value: object): void {
    this.follow(branch, value);
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) {
        this.#descendInto(branch, item);
        if (this.left < 0) return;
      }
    } else {
      for (const name of this.#listNames(value)) {
        this.#descendInto(branch, (value as JsonObject)[name]);
        if (this.left < 0) return;
      }
    }
  }

  #descendInto(branch: PathBranch, child: unknown): void {
    this.left -= 1;
    if (typeof child === 'object' && child !== null) this.#descend(branch, child);
  }

  #listNames(object: object): readonly string[] {
    const names = listPropertyNames(object);
    if (names.length > wide) this.left -= names.length * 3;
    return this.left < 0 ? [] : names;
  }
}

const fewNames = 4;
/** From this many properties on, each takes up to four times as long as one of a small object. */
const wide = 50;

const everyItem: Slice = { kind: 'slice', start: undefined, end: undefined, step: 1 };

/** Returns where a slice of a list of `length` items begins, and the position behind its last item (RFC 9535 §2.3.4.2.2). */
function findBounds({ start, end, step }: Slice, length: number): [first: number, behind: number] {
  const [lowest, highest] = step < 0 ? [-1, length - 1] : [0, length];
  const place = (at: number) => Math.min(highest, Math.max(lowest, at < 0 ? at + length : at));
  const [first, last] = step < 0 ? [highest, lowest] : [lowest, highest];
  return [start === undefined ? first : place(start), end === undefined ? last : place(end)];
}
