// A token for the JSON API works without the session in which it was made. So its maker proves who they are, and is mailed.
import { createApiToken as makeToken } from '~/auth/api-token';
import { isAtMost, type Rights } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import { findUser, type User } from '~/db/accounts/users';
import { newId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import { insertApiToken, updateUnusedApiToken } from '~/db/organizations/api-tokens';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { findMembership } from '~/db/organizations/memberships';
import { findOrganization } from '~/db/organizations/organizations';
import { apiTokenMessage } from '~/email/account-messages';
import type { ApiTokenDetails } from '~/fields';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { describeRights, readRights } from '../organizations/chosen-rights';
import { queueEmail } from '../mail';
import { changeByPassword, type OwnerProof } from './proof/password-proof';

const onlyPeople = 'An API token cannot create another one. Create it when you are signed in.';
const tooHighRole = 'An API token cannot have a higher role than you. Choose your own, or one below it.';

type Created = { kind: 'created'; id: string; token: string; rights: Rights };

/**
 * Makes a token for the JSON API, which nobody can read again afterwards, and mails the person who made it. The token may do no
 * more than its maker. A token cannot make another, since revoking a token must end all access that came from it. It outlives
 * the session, so its maker proves who they are. It stops working when its maker's membership ends. Problems: forbidden,
 * not-found, invalid; those of `provePassword`.
 *
 * @param formId the sortable id of the form with this input: a token that the form made before, and that nothing has used, is
 * replaced, since nobody saw it
 */
export async function createApiToken(
  context: AppContext,
  actor: Actor,
  input: ApiTokenDetails,
  proof: OwnerProof,
  formId?: string,
): Promise<Created | Problem> {
  // A person who may not make the token is not asked for a password.
  const first = await checkCreation(context.db, actor, input);
  if (first.kind !== 'rights') return first;
  const user = await findUser(context.db, actor.userId);
  if (!user) return { kind: 'not-found' };
  return changeByPassword(context, user, proof, async (tx): Promise<Created | Problem> => {
    const checked = await checkCreation(tx, actor, input);
    if (checked.kind !== 'rights') return checked;
    const { name } = input;
    return insertTokenAndMail(context, tx, { user, actor, name, rights: checked.rights, formId });
  });
}

async function checkCreation(
  db: Queries,
  actor: Actor,
  input: ApiTokenDetails,
): Promise<{ kind: 'rights'; rights: Rights } | Problem> {
  const { userId, organizationId, atMost } = actor;
  const refusal = await checkPermission(db, actor, 'manage-tokens');
  if (refusal) return refusal;
  if (atMost !== undefined) return { kind: 'forbidden', message: onlyPeople };
  const membership = await findMembership(db, userId, organizationId);
  return membership && isAtMost(input.role, membership.role)
    ? readRights(input)
    : { kind: 'forbidden', message: tooHighRole };
}

interface NewToken {
  user: User;
  actor: Actor;
  name: string;
  rights: Rights;
  formId?: string | undefined;
}

async function insertTokenAndMail(
  context: AppContext,
  tx: Queries,
  { user, actor, name, rights, formId = newId() }: NewToken,
): Promise<Created> {
  const { userId, organizationId, address } = actor;
  const now = context.now();
  const { token, ...stored } = makeToken();
  const row = { id: formId, ...stored, organizationId, userId };
  if (!(await insertApiToken(tx, { ...row, name, ...rights, now }))) {
    return (await updateUnusedApiToken(tx, row))
      ? { kind: 'created', id: row.id, token, rights }
      : insertTokenAndMail(context, tx, { user, actor, name, rights });
  }
  const { id } = row;
  const detail = `${name}: ${describeRights(rights)}`;
  await insertAuditEntry(tx, {
    kind: 'api-token-created',
    organizationId,
    userId,
    subjectId: id,
    detail,
    address,
    now,
  });
  const organizationName = (await findOrganization(tx, organizationId))?.name ?? '';
  const { appUrl } = context.config;
  const message = apiTokenMessage({ name, organizationName }, `${appUrl}/forgot-password`);
  await queueEmail(context, tx, { recipient: user.email, message, now });
  return { kind: 'created', id, token, rights };
}
