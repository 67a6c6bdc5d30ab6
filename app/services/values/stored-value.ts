// A secret value is sealed in the database, bound to its row, and leaves the server only masked.
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import type { StoredValue } from '~/db/values/values';

/** What a sealed value is bound to. */
export function placeOfValue(id: string): string {
  return `value:${id}`;
}

/** What is stored of a value. */
export function sealValue(
  { appKey }: AppKeys,
  id: string,
  { value, isSecret }: { value: string; isSecret: boolean },
): string {
  return isSecret ? seal(appKey, value, placeOfValue(id)) : value;
}

/** The text that was entered; undefined when it cannot be decrypted with the key the server was given. */
export function openValue(
  keys: AppKeys,
  { id, value, isSecret }: Pick<StoredValue, 'id' | 'value' | 'isSecret'>,
): string | undefined {
  return isSecret ? openSealed(keys, value, placeOfValue(id)) : value;
}
