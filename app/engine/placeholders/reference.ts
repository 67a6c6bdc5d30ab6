import { type PathResult, readPath } from '../paths/path-walk';
import type { Reference } from './reference-pattern';

/** Variables by name. A Map, so that no name can mean something of Object.prototype. */
export type Variables = Map<string, unknown>;

/** What a reference leads to. */
export function readReference({ name, path }: Reference, variables: Variables): PathResult {
  return variables.has(name) ? readPath(variables.get(name), path) : { found: false };
}
