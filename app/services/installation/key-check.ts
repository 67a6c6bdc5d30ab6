import { type AppKeys, open, openSealed, seal } from '~/auth/secret-box';
import { readInstallation, updateKeyCheck } from '~/db/core/installation';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';

const place = 'installation';
const knownText = 'this key opens what is sealed here';

/**
 * Checks whether one of the keys is the one that this file's secrets are sealed with. A file that was never checked takes the
 * key that it is given.
 */
export function isRightKey(db: Database, keys: AppKeys): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { keyCheck } = await readInstallation(tx);
    if (keyCheck !== null) return isOpenedByOne(keyCheck, keys);
    await sealKeyCheck(tx, keys.appKey);
    return true;
  });
}

/** Checks whether `keyCheck`, as stored in the file, was sealed with one of the keys. */
export function isOpenedByOne(keyCheck: string, { appKey, otherAppKey }: AppKeys): boolean {
  return openSealed({ appKey, otherAppKey }, keyCheck, place) === knownText;
}

/** Checks the same for one key. */
export function opensKeyCheck(keyCheck: string, appKey: Buffer): boolean {
  return open(appKey, keyCheck, place) === knownText;
}

/** Notes that the file's secrets are sealed with this key. */
export async function sealKeyCheck(tx: Queries, appKey: Buffer): Promise<void> {
  await updateKeyCheck(tx, seal(appKey, knownText, place));
}
