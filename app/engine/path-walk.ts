// Values at JSON paths. All paths that one value is read by are followed in one walk, and share one allowance of steps:
// whatever a payload is made of and whatever its paths ask for, reading it takes so long, finds so much, and no more.
import { findPath, type PathStep } from './path';

/** `isTooMuch`: the walk was given up, so it is not known what is there. */
export type PathResult = { found: true; value: unknown } | { found: false; isTooMuch?: true };

/**
 * The steps that one value may take, read by any number of paths to many places: each value that a path comes to is one,
 * and each property that is looked for. Those that begin alike come to it together.
 */
export const maxSteps = 300_000;

/** Where paths to many places have got to, and how each goes on. Those that begin alike share the beginning. */
interface Branch {
  /** The result that is complete here; undefined when none is. */
  slot: number | undefined;
  /** Whether no path goes on. */
  isLeaf: boolean;
  names: Map<string, Branch>;
  /** Those names that are indexes, too, in ascending order. */
  indexes: { index: number; branch: Branch }[];
  all: Branch | undefined;
  descent: Branch | undefined;
  picks: Pick[];
}

interface Pick {
  step: PathStep & { kind: 'slice' | 'union' };
  branch: Branch;
}

/** Paths, read and put together. */
export interface PathPlan {
  /** For each path where it leads: along the segments to one place, or to a result of the walk. */
  places: ({ segments: (string | number)[] } | { slot: number } | undefined)[];
  root: Branch;
  slots: number;
}

/** Reads paths for {@link readPaths}. One that cannot be read leads nowhere. */
export function planPaths(paths: readonly string[]): PathPlan {
  const plan: PathPlan = { places: [], root: makeBranch(), slots: 0 };
  for (const text of paths) {
    const path = findPath(text);
    if (path?.kind !== 'many') {
      plan.places.push(path && { segments: path.segments });
      continue;
    }
    const end = path.steps.reduce(goOn, plan.root);
    // Paths that mean the same have one result.
    end.slot ??= plan.slots++;
    plan.places.push({ slot: end.slot });
  }
  return plan;
}

function makeBranch(): Branch {
  return {
    slot: undefined,
    isLeaf: true,
    names: new Map(),
    indexes: [],
    all: undefined,
    descent: undefined,
    picks: [],
  };
}

function goOn(branch: Branch, step: PathStep): Branch {
  branch.isLeaf = false;
  switch (step.kind) {
    case 'descent':
      return (branch.descent ??= makeBranch());
    case 'all':
      return (branch.all ??= makeBranch());
    case 'name': {
      const known = branch.names.get(step.name);
      if (known) return known;
      const next = makeBranch();
      branch.names.set(step.name, next);
      const index = indexOf(step.name);
      if (index !== undefined) {
        branch.indexes.push({ index, branch: next });
        branch.indexes.sort((a, b) => a.index - b.index);
      }
      return next;
    }
    default: {
      const spelling = JSON.stringify(step);
      const known = branch.picks.find((pick) => JSON.stringify(pick.step) === spelling);
      if (known) return known.branch;
      const next = makeBranch();
      branch.picks.push({ step, branch: next });
      return next;
    }
  }
}

/** The index that a name is in a list; `007` is none. */
function indexOf(name: string): number | undefined {
  const index = Number(name);
  return Number.isSafeInteger(index) && index >= 0 && String(index) === name ? index : undefined;
}

/** Whether a plan's paths lead to more than one place each, so that reading them may be too much. */
export function leadsToMany({ slots }: PathPlan): boolean {
  return slots > 0;
}

/**
 * Reads all paths of a plan from a value. A path to one place answers that value; a path to many the list of all found,
 * as they stand in the value, of a descent those nearest to its beginning first. Only what JSON names or counts is
 * found: own properties of objects, items of lists. Past `most` steps every path to many places is too much.
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

/** Reads one path; see {@link readPaths}. `[-1]` is the last item of a list. */
export function readPath(value: unknown, path: string): PathResult {
  const known = findPath(path);
  if (known?.kind === 'one') return readPlace(value, known.segments);
  return readPaths(value, planPaths([path]))[0] ?? { found: false };
}

function readPlace(value: unknown, segments: (string | number)[]): PathResult {
  let current = value;
  for (const segment of segments) {
    if (typeof current !== 'object' || current === null) return { found: false };
    const isList = Array.isArray(current);
    // A list has a length of its own, which JSON does not know of.
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
  /** Steps; below zero the walk is given up. */
  left: number;
  readonly #largeObjects = new Map<object, string[]>();

  constructor(slots: number, most: number) {
    this.results = Array.from({ length: slots }, () => []);
    this.left = most;
  }

  follow(branch: Branch, value: unknown): void {
    this.left -= 1;
    if (this.left < 0) return;
    if (branch.slot !== undefined) this.results[branch.slot]?.push(value);
    if (branch.isLeaf || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) this.#followList(branch, value);
    else this.#followObject(branch, value as JsonObject);
  }

  #followList(branch: Branch, list: unknown[]): void {
    for (const { index, branch: next } of branch.indexes) {
      if (index >= list.length) break;
      this.follow(next, list[index]);
    }
    if (branch.all) this.#followItems(branch.all, list, 0, list.length, 1);
    for (const { step, branch: next } of branch.picks) {
      if (step.kind === 'slice') {
        const { length } = list;
        const end = clamp(step.end ?? length, length);
        this.#followItems(next, list, clamp(step.start, length), end, step.step);
      } else {
        for (const name of step.names) {
          this.left -= 1;
          const index = indexOf(name);
          if (index !== undefined && index < list.length) this.follow(next, list[index]);
        }
      }
    }
    if (branch.descent) this.#descend(branch.descent, list);
  }

  #followItems(branch: Branch, list: unknown[], start: number, end: number, step: number): void {
    for (let index = start; index < end && this.left >= 0; index += step) this.follow(branch, list[index]);
  }

  #followObject(branch: Branch, object: JsonObject): void {
    const { names, all } = branch;
    if (names.size > 0) this.#followNames(names, object);
    if (all) {
      for (const name of this.#listNames(object)) {
        this.follow(all, object[name]);
        if (this.left < 0) return;
      }
    }
    for (const { step, branch: next } of branch.picks) {
      if (step.kind === 'slice') continue;
      for (const name of step.names) this.#followName(next, object, name);
    }
    if (branch.descent) this.#descend(branch.descent, object);
  }

  /** A few names are asked for; of many it is cheaper to see which of them the object has. */
  #followNames(names: Map<string, Branch>, object: JsonObject): void {
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

  #followName(branch: Branch, object: JsonObject, name: string): void {
    this.left -= 1;
    if (Object.hasOwn(object, name)) this.follow(branch, object[name]);
  }

  /** First whatever begins at a value itself, then what begins below it. */
  #descend(branch: Branch, value: object): void {
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

  #descendInto(branch: Branch, child: unknown): void {
    this.left -= 1;
    if (typeof child === 'object' && child !== null) this.#descend(branch, child);
  }

  /** Of an object with very many properties listing them takes longer than all else, and each path would do it anew. */
  #listNames(object: object): string[] {
    const known = this.#largeObjects.size > 0 ? this.#largeObjects.get(object) : undefined;
    if (known) return known;
    const names = Object.keys(object);
    if (names.length > manyNames) this.#largeObjects.set(object, names);
    return names;
  }
}

const fewNames = 4;
const manyNames = 1_000;

function clamp(place: number, length: number): number {
  return place < 0 ? Math.max(0, place + length) : Math.min(length, place);
}
