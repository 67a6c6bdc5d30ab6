import { type PathResult, readPath } from '../paths/path-walk';
import type { Reference } from './reference-pattern';
import type { Variables } from '../variables';

/** What a reference leads to. */
export function readReference({ name, path }: Reference, variables: Variables): PathResult {
  return variables.has(name) ? readPath(variables.get(name), path) : { found: false };
}
