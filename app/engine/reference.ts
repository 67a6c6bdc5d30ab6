// What stands between the braces of a placeholder, and in the field of a condition: a variable, or a path into one.
import { type PathResult, readPath } from './path-walk';
import { referencePattern } from './reference-pattern';
import type { Variables } from './variables';

export interface Reference {
  /** As written. */
  source: string;
  name: string;
  /** Behind the name; empty for the whole variable. */
  path: string;
}

const whole = new RegExp(`^${referencePattern}$`, 'u');

/** Reads a text that is one reference and nothing else. */
export function parseReference(source: string): Reference | undefined {
  const match = whole.exec(source);
  return match ? { source, name: match[1] ?? '', path: match[2] ?? '' } : undefined;
}

export function readReference({ name, path }: Reference, variables: Variables): PathResult {
  return variables.has(name) ? readPath(variables.get(name), path) : { found: false };
}
