import type { ExpressionBuilder } from 'kysely';
import { newId } from '../core/id';
import type { Queries } from '../core/queries';
import type { Tables } from '../core/tables';

/** A passkey as its owner sees it. */
export interface Passkey {
  id: string;
  name: string;
  /** Whether the passkey is copied to other devices of its owner. */
  isBackedUp: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Milliseconds since 1970; null when the passkey has not been used yet. */
  lastUsedAt: number | null;
  /** The host name under which the passkey was made and works; null when it is not known. */
  host: string | null;
}

/** Checks whether a passkey may work under a host; one with an unknown host may. */
export function worksUnder({ host }: Pick<Passkey, 'host'>, current: string | undefined): boolean {
  return current !== undefined && (host === null || host === current);
}

/** Builds the same condition for a query on `passkeys`. */
function isOf(host: string) {
  return (eb: ExpressionBuilder<Tables, 'passkeys'>) =>
    eb.or([eb('relying_party_id', 'is', null), eb('relying_party_id', '=', host)]);
}

/** The parts of a passkey that a signature is checked with. */
export interface PasskeyCredential {
  id: string;
  userId: string;
  /** The authenticator's id of the passkey, in base64url. */
  credentialId: string;
  /** A COSE key in base64url. */
  publicKey: string;
  transports: string[];
  isBackupEligible: boolean;
}

/** Returns the user's passkeys, the newest first. */
export async function listPasskeys(db: Queries, userId: string): Promise<Passkey[]> {
  const rows = await db.all(
    db.build
      .selectFrom('passkeys')
      .select([
        'id',
        'name',
        'is_backed_up as isBackedUp',
        'created_at as createdAt',
        'last_used_at as lastUsedAt',
        'relying_party_id as host',
      ])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc'),
  );
  return rows.map((row) => Object.assign(row, { isBackedUp: row.isBackedUp === 1 }));
}

const credentialColumns = [
  'id',
  'user_id as userId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'transports',
  'is_backup_eligible as isBackupEligible',
] as const;

type CredentialRow = Omit<PasskeyCredential, 'transports' | 'isBackupEligible'> & {
  transports: string;
  isBackupEligible: number;
};

function toCredential({ transports, isBackupEligible, ...row }: CredentialRow): PasskeyCredential {
  return {
    ...row,
    transports: JSON.parse(transports) as string[],
    isBackupEligible: isBackupEligible === 1,
  };
}

/** Returns the user's passkeys that may work under the host. */
export async function listPasskeyCredentials(
  db: Queries,
  { userId, host }: { userId: string; host: string },
): Promise<PasskeyCredential[]> {
  const rows = await db.all(
    db.build
      .selectFrom('passkeys')
      .select(credentialColumns)
      .where('user_id', '=', userId)
      .where(isOf(host))
      .orderBy('id'),
  );
  return rows.map(toCredential);
}

/** Returns a passkey of any user; `credentialId` is in base64url. */
export async function findPasskeyCredential(
  db: Queries,
  credentialId: string,
): Promise<PasskeyCredential | undefined> {
  const row = await db.first(
    db.build.selectFrom('passkeys').select(credentialColumns).where('credential_id', '=', credentialId),
  );
  return row && toCredential(row);
}

/** Checks whether any user of the installation has a passkey that may work under the host. */
export async function hasPasskeys(db: Queries, host: string): Promise<boolean> {
  const one = db.build.selectFrom('passkeys').select('id').where(isOf(host)).limit(1);
  return (await db.first(one)) !== undefined;
}

/** Counts the user's passkeys; with `host`, only those that may work there. */
export async function countPasskeys(db: Queries, userId: string, host?: string): Promise<number> {
  const row = await db.first(
    db.build
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .$if(host !== undefined, (query) => query.where(isOf(host ?? ''))),
  );
  return row?.count ?? 0;
}

interface NewPasskey extends Omit<PasskeyCredential, 'id'> {
  name: string;
  counter: number;
  isBackedUp: boolean;
  /** The host under which the passkey was made. */
  host: string;
  now: number;
}

/** Inserts a passkey. Returns the id of the row. */
export async function insertPasskey(db: Queries, passkey: NewPasskey): Promise<string> {
  const id = newId();
  await db.run(
    db.build.insertInto('passkeys').values({
      id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      is_backup_eligible: passkey.isBackupEligible ? 1 : 0,
      is_backed_up: passkey.isBackedUp ? 1 : 0,
      created_at: passkey.now,
      relying_party_id: passkey.host,
    }),
  );
  return id;
}

/**
 * Stores that a passkey signed. Returns false, and stores nothing, when its counter did not grow: then there is a copy of it
 * (WebAuthn Level 3, section 7.2, step 22). Accepts 0 after 0, from an authenticator that does not count.
 */
export async function updatePasskeyUsed(
  db: Queries,
  {
    id,
    counter,
    isBackedUp,
    host,
    now,
  }: { id: string; counter: number; isBackedUp: boolean; host: string; now: number },
): Promise<boolean> {
  const changed = await db.run(
    db.build
      .updateTable('passkeys')
      .set({
        sign_counter: counter,
        is_backed_up: isBackedUp ? 1 : 0,
        last_used_at: now,
        relying_party_id: host,
      })
      .where('id', '=', id)
      .where(({ eb, and, or, val }) =>
        or([eb('sign_counter', '<', counter), and([eb('sign_counter', '=', 0), eb(val(counter), '=', 0)])]),
      ),
  );
  return changed > 0;
}

/** Renames a passkey. Returns false when the user has no such passkey. */
export async function updatePasskeyName(
  db: Queries,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const changed = await db.run(
    db.build.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId),
  );
  return changed > 0;
}

/** Deletes a passkey. Returns false when the user has no such passkey. */
export async function deletePasskey(db: Queries, userId: string, id: string): Promise<boolean> {
  const deleted = await db.run(
    db.build.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId),
  );
  return deleted > 0;
}

/** Deletes all passkeys of a user. Returns how many there were. */
export function deletePasskeysOfUser(db: Queries, userId: string): Promise<number> {
  return db.run(db.build.deleteFrom('passkeys').where('user_id', '=', userId));
}

/** Stores that a challenge was answered, and deletes expired ones. Returns false when it had been answered before. */
export async function insertUsedChallenge(
  db: Queries,
  { challengeHash, expiresAt, now }: { challengeHash: string; expiresAt: number; now: number },
): Promise<boolean> {
  await db.run(db.build.deleteFrom('used_challenges').where('expires_at', '<=', now));
  const inserted = await db.run(
    db.build
      .insertInto('used_challenges')
      .values({ challenge_hash: challengeHash, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing()),
  );
  return inserted > 0;
}
