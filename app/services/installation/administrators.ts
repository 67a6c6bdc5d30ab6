// Who looks after the installation as a whole, apart from the roles in any organization.
import { findFirstVerifiedUserId } from '~/db/accounts/users';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';

/** Who acts for the installation: a person, or a program with an API token that they made. */
export interface Administrator {
  userId: string;
  /** The network address, for the audit. */
  address?: string;
  /** The role of the API token. */
  atMost?: 'OWNER' | 'ADMIN' | 'MEMBER' | undefined;
}

/**
 * Whether a user administers the installation: the person whose account was verified first. When that account is
 * deleted, or its verification withdrawn, it is the next one.
 */
export async function administersInstallation(db: Queries, userId: string): Promise<boolean> {
  return (await findFirstVerifiedUserId(db)) === userId;
}

/** Undefined for the administrator and for their API tokens of the role OWNER, else forbidden. */
export async function checkAdministrator(
  db: Queries,
  { userId, atMost }: Administrator,
): Promise<Problem | undefined> {
  const isEnough = atMost === undefined || atMost === 'OWNER';
  if (isEnough && (await administersInstallation(db, userId))) return undefined;
  return { kind: 'forbidden', message: 'Only the administrator of this installation may do this.' };
}
