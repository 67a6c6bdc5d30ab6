import { type PathResult, readPath } from '../paths/path-walk';
import { readFilePart } from '../files/file-value';
import { findValueReference, nameValue, type Reference } from './reference-pattern';

/**
 * Variables by name, and the organization's values by names like `org.shop_url`. It is a Map, so that no name can mean a
 * property of Object.prototype.
 */
export type Variables = Map<string, unknown>;

/** Reads the value of a reference. A variable that is itself called `org` wins over the organization's values. */
export function readReference(reference: Reference, variables: Variables): PathResult {
  const { name, path } = reference;
  if (variables.has(name)) return readFrom(variables.get(name), path);
  const value = findValueReference(reference);
  const key = value && nameValue(value.name);
  return key !== undefined && variables.has(key)
    ? readPath(variables.get(key), value?.path ?? '')
    : { found: false };
}

/** Reads a path in a value. Files also have a `name` and a `type`. */
function readFrom(value: unknown, path: string): PathResult {
  const read = readPath(value, path);
  if (read.found || !/\.(?:name|type)$/.test(path)) return read;
  const part = readFilePart(path, (parent) => {
    const found = readPath(value, parent);
    return found.found ? found.value : undefined;
  });
  return part === undefined ? read : { found: true, value: part };
}
