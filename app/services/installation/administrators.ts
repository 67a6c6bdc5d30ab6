// Finds and checks the people who administer the whole installation, apart from the roles in any organization.
import type { Rights } from '~/auth/role-permissions';
import type { Config } from '~/config';
import type { AppContext } from '~/context';
import {
  deleteAdministrator,
  insertAdministrator,
  listMadeAdministratorIds,
} from '~/db/accounts/administrators';
import { findFirstVerifiedUserId, findUser, findUserByEmail, type User } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntryForAll } from '~/db/organizations/audit-entries';
import type { Problem } from '~/problem';

/** An administrator who acts: a person, or a program with an API token that they made. */
export interface Administrator {
  userId: string;
  /** The caller's network address, for the audit log. */
  address?: string;
  /** What the API token allows. */
  atMost?: Rights | undefined;
}

/** The actor of a change to the installation, for the audit log; a command of the machine has no account. */
export interface By {
  userId?: string;
  address?: string;
  now: number;
}

type Naming = Pick<Config, 'adminEmail'>;

/**
 * Lists the accounts that administer the installation: those that were made administrators, and the verified account of
 * `ADMIN_EMAIL`. Where nobody was made one and the setting is not used, it is the account that was verified first; when that
 * one is deleted, or its verification withdrawn, the next.
 */
export async function listAdministratorIds(db: Queries, { adminEmail }: Naming): Promise<string[]> {
  const made = await listMadeAdministratorIds(db);
  if (adminEmail !== undefined) {
    const named = await findUserByEmail(db, adminEmail);
    return named?.emailVerified ? [...new Set([named.id, ...made])] : made;
  }
  if (made.length > 0) return made;
  const first = await findFirstVerifiedUserId(db);
  return first === undefined ? [] : [first];
}

export async function administersInstallation(db: Queries, config: Naming, userId: string): Promise<boolean> {
  return (await listAdministratorIds(db, config)).includes(userId);
}

/** Returns undefined for an administrator and for their API tokens of the role OWNER, else forbidden. */
export async function checkAdministrator(
  db: Queries,
  config: Naming,
  { userId, atMost }: Administrator,
): Promise<Problem | undefined> {
  const isEnough = atMost === undefined || atMost.role === 'OWNER';
  if (isEnough && (await administersInstallation(db, config, userId))) return undefined;
  return { kind: 'forbidden', message: 'Only an administrator of this installation can do this.' };
}

/** Does the work for an administrator in one transaction. Problems: forbidden, and those of the work. */
export async function actAsAdministrator<Outcome extends { kind: string }>(
  { db, config, now }: AppContext,
  administrator: Administrator,
  work: (tx: Queries, by: By) => Promise<Outcome>,
): Promise<Outcome | Problem> {
  const { userId, address } = administrator;
  const by: By = { userId, ...(address !== undefined && { address }), now: now() };
  return db.transaction(async (tx) => (await checkAdministrator(tx, config, administrator)) ?? work(tx, by));
}

/** Finds an account that can be made an administrator. Problems: not-found, conflict. */
export async function findMakeable(
  db: Queries,
  userId: string,
): Promise<{ kind: 'user'; user: User } | Problem> {
  const user = await findUser(db, userId);
  if (!user) return { kind: 'not-found' };
  if (user.emailVerified) return { kind: 'user', user };
  return { kind: 'conflict', message: 'Only an account whose email is verified can be an administrator.' };
}

/** Finds an administrator who can be removed. Problems: not-found, last-administrator, conflict. */
export async function findRemovable(
  db: Queries,
  config: Naming,
  userId: string,
): Promise<{ kind: 'user'; user: User } | Problem> {
  const user = await findUser(db, userId);
  const present = await listAdministratorIds(db, config);
  if (!user || !present.includes(userId)) return { kind: 'not-found' };
  if (user.email === config.adminEmail) {
    return { kind: 'conflict', message: 'The setting ADMIN_EMAIL names this account: change it there.' };
  }
  return present.length === 1 ? { kind: 'last-administrator' } : { kind: 'user', user };
}

/**
 * Makes a verified account an administrator. An account that was one only because nobody had been made one stays an
 * administrator; that of `ADMIN_EMAIL` is one while the setting names it. Problems: not-found, conflict.
 */
export async function makeAdministrator(
  tx: Queries,
  config: Naming,
  userId: string,
  by: By,
): Promise<{ kind: 'done' } | Problem> {
  const found = await findMakeable(tx, userId);
  if (found.kind !== 'user') return found;
  const { user } = found;
  const former = await listAdministratorIds(tx, config);
  if (former.includes(userId)) return { kind: 'done' };
  const kept = config.adminEmail === undefined ? former : [];
  for (const each of [...kept, userId]) await insertAdministrator(tx, { userId: each, now: by.now });
  await insertAuditEntryForAll(tx, { kind: 'administrator-made', detail: user.email, ...by });
  return { kind: 'done' };
}

/** Removes an administrator. Problems: those of {@link findRemovable}. */
export async function removeAdministrator(
  tx: Queries,
  config: Naming,
  userId: string,
  by: By,
): Promise<{ kind: 'done' } | Problem> {
  const found = await findRemovable(tx, config, userId);
  if (found.kind !== 'user') return found;
  const { user } = found;
  await deleteAdministrator(tx, userId);
  await insertAuditEntryForAll(tx, { kind: 'administrator-removed', detail: user.email, ...by });
  return { kind: 'done' };
}
