import { type PathResult, readPath } from '../paths/path-walk';
import { readFilePart } from '../files/file-value';
import { findValueReference, nameValue, type Reference } from './reference-pattern';

/**
 * Variables by name, and values of the organization by names like `org.shop_url`. A Map, so that no name can mean something of
 * Object.prototype.
 */
export type Variables = Map<string, unknown>;

/** What a reference leads to. A variable that is itself called `org` is meant before the organization's values. */
export function readReference(reference: Reference, variables: Variables): PathResult {
  const { name, path } = reference;
  if (variables.has(name)) return readFrom(variables.get(name), path);
  const value = findValueReference(reference);
  const key = value && nameValue(value.name);
  return key !== undefined && variables.has(key)
    ? readPath(variables.get(key), value?.path ?? '')
    : { found: false };
}

/** A file has a `name` and a `type`, too. */
function readFrom(value: unknown, path: string): PathResult {
  const read = readPath(value, path);
  if (read.found || !/\.(?:name|type)$/.test(path)) return read;
  const part = readFilePart(path, (parent) => {
    const found = readPath(value, parent);
    return found.found ? found.value : undefined;
  });
  return part === undefined ? read : { found: true, value: part };
}
