// Removes the places of a request that a comparison ignores, by their JSON paths.
import { ExactNumber } from '../json/json';
import { findPath, type PathStep } from '../paths/path';

/** Returns why places of a path cannot be left out; undefined when they can. Such a path may still be valid elsewhere. */
export function findIgnoreProblem(path: string): string | undefined {
  if (!/^\$(\.(url|method|headers|body|connection)|\[)/.test(path.trim())) {
    return 'Begin with $.body, $.headers, $.url, $.method or $.connection, as in $.body.sentAt';
  }
  return readSteps(path) ? undefined : 'Name a place, with * for each one and .. for any depth';
}

/** Removes the places of all paths from a value in place: a property is deleted, an item of a list becomes null. */
export function takeOut(value: unknown, paths: readonly string[]): void {
  for (const path of paths) {
    const steps = readSteps(path);
    if (steps) follow(value, steps);
  }
}

type Step = { kind: 'name'; name: string | number } | { kind: 'all' } | { kind: 'descent' };

function readSteps(path: string): Step[] | undefined {
  const found = findPath(path);
  if (!found) return undefined;
  if (found.kind === 'one') return found.segments.map((name): Step => ({ kind: 'name', name }));
  return found.steps.every(isStep) ? found.steps : undefined;
}

function isStep(step: PathStep): step is Extract<PathStep, Step> {
  return step.kind === 'name' || step.kind === 'all' || step.kind === 'descent';
}

function follow(value: unknown, [step, ...rest]: Step[]): void {
  if (!step || typeof value !== 'object' || value === null || value instanceof ExactNumber) return;
  const holder = value as Record<string | number, unknown>;
  if (step.kind === 'descent') {
    follow(value, rest);
    for (const key of Object.keys(holder)) follow(holder[key], [step, ...rest]);
    return;
  }
  for (const key of step.kind === 'all' ? Object.keys(holder) : [placeOf(holder, step.name)]) {
    if (!Object.hasOwn(holder, key)) continue;
    if (rest.length > 0) follow(holder[key], rest);
    else if (Array.isArray(holder)) holder[key] = null;
    else delete holder[key];
  }
}

/** Returns the key in the holder; a negative index counts from the end of a list. */
function placeOf(holder: object, name: string | number): string | number {
  return Array.isArray(holder) && typeof name === 'number' && name < 0 ? holder.length + name : name;
}
