// A secret value is sealed in the database, bound to its row, and leaves the server only masked.
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import type { StoredValue } from '~/db/values/values';

/** Returns the associated data of a sealed value. */
export function associatedDataOfValue(id: string): string {
  return `value:${id}`;
}

/** Returns what is stored of a value. */
export function sealValue(
  { appKey }: AppKeys,
  id: string,
  { value, isSecret }: { value: string; isSecret: boolean },
): string {
  return isSecret ? seal(appKey, value, associatedDataOfValue(id)) : value;
}

/** Returns the text that was entered; undefined when it cannot be decrypted with the server's key. */
export function openValue(
  keys: AppKeys,
  { id, value, isSecret }: Pick<StoredValue, 'id' | 'value' | 'isSecret'>,
): string | undefined {
  return isSecret ? openSealed(keys, value, associatedDataOfValue(id)) : value;
}
