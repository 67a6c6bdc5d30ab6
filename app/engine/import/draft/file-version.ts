// Says why the version of a file of this product cannot be read.
import { stringifyJson } from '../../json/json';
import { truncate } from '../../texts/truncate';

/** Describes a version that is none of those up to `newest`: of a later release, or no version at all. */
export function describeVersion(version: unknown, newest: number): string {
  if (Number.isInteger(version) && Number(version) > newest) {
    return 'This file was exported by a newer version of this product.';
  }
  const written = version === undefined ? 'missing' : truncate(stringifyJson(version), 40);
  const read = newest === 1 ? 'the number 1' : `the numbers 1 to ${newest}`;
  return `This file cannot be read: its version is ${written}, and this release reads ${read} (version).`;
}
