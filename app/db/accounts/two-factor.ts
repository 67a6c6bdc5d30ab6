// The second factor of accounts. A code counts once: an app's code by the time step that it was accepted for, a recovery code
// by its deletion.
import type { Queries } from '../core/queries';

export interface TwoFactor {
  /** Sealed; null where passkeys are the second factor, without an authenticator app. */
  secret: string | null;
  lastStep: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  recoveryCodesLeft: number;
}

export async function findTwoFactor(db: Queries, userId: string): Promise<TwoFactor | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('two_factor')
      .select(['secret', 'last_step as lastStep', 'created_at as createdAt'])
      .select((eb) =>
        eb
          .selectFrom('recovery_codes')
          .whereRef('recovery_codes.user_id', '=', 'two_factor.user_id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('left'),
      )
      .where('user_id', '=', userId),
  );
  if (!row) return undefined;
  const { left, ...factor } = row;
  return { ...factor, recoveryCodesLeft: left ?? 0 };
}

export async function insertTwoFactor(
  db: Queries,
  { userId, secret, lastStep, now }: { userId: string; secret: string | null; lastStep: number; now: number },
): Promise<void> {
  await db.run(
    db.build
      .insertInto('two_factor')
      .values({ user_id: userId, secret, last_step: lastStep, created_at: now }),
  );
}

/**
 * Adds an authenticator app to a second factor that has none, which then counts as added `now`: it does not outlive a taken-back
 * change of email address that was asked for before.
 */
export async function updateApp(
  db: Queries,
  { userId, secret, lastStep, now }: { userId: string; secret: string; lastStep: number; now: number },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('two_factor')
      .set({ secret, last_step: lastStep, created_at: now })
      .where('user_id', '=', userId),
  );
}

/** Stores the time step of an accepted code. Returns false when a code of this step or a later one was accepted already. */
export async function updateLastStep(db: Queries, userId: string, step: number): Promise<boolean> {
  const changed = await db.run(
    db.build
      .updateTable('two_factor')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step),
  );
  return changed > 0;
}

/** Deletes the second factor with its recovery codes. Returns false when there was none. */
export async function deleteTwoFactor(db: Queries, userId: string): Promise<boolean> {
  return (await db.run(db.build.deleteFrom('two_factor').where('user_id', '=', userId))) > 0;
}

/** Replaces the user's recovery codes. */
export async function replaceRecoveryCodes(
  db: Queries,
  { userId, codeHashes, now }: { userId: string; codeHashes: string[]; now: number },
): Promise<void> {
  await db.run(db.build.deleteFrom('recovery_codes').where('user_id', '=', userId));
  const rows = codeHashes.map((code_hash) => ({ code_hash, user_id: userId, created_at: now }));
  await db.run(db.build.insertInto('recovery_codes').values(rows));
}

/** Checks whether the user has all these recovery codes. */
export async function hasRecoveryCodes(db: Queries, userId: string, codeHashes: string[]): Promise<boolean> {
  const codes = db.build.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId);
  return (await db.all(codes.where('code_hash', 'in', codeHashes))).length === codeHashes.length;
}

/** Deletes a recovery code that is used. Returns false when the user has no such code. */
export async function deleteRecoveryCode(db: Queries, userId: string, codeHash: string): Promise<boolean> {
  const deleted = await db.run(
    db.build.deleteFrom('recovery_codes').where('code_hash', '=', codeHash).where('user_id', '=', userId),
  );
  return deleted > 0;
}
