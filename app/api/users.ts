import { readLoginCaller } from '~/auth/login/login-caller';
import { clearOrganizationCookie } from '~/auth/organization-cookie';
import { clearSessionCookie, serializeSessionCookie } from '~/auth/session';
import type { AppContext } from '~/context';
import { deleteAccount, describeDeletionImpact } from '~/services/accounts/deletion';
import { findRequestedEmail, withdrawEmailChange } from '~/services/accounts/email-change';
import { changePassword, passwordUpdatedMessage, updateProfile } from '~/services/accounts/profile';
import { problemResponse } from './http/problem-response';
import { guardPerson, personOf } from './http/authorize';
import { proofProblems, proofText, readOwnerProof } from './http/owner-proof';
import { createApi, defineRoute, jsonBody, optionalJsonBody, pathOf } from './openapi/route';
import {
  AccountFate,
  deletionResponses,
  EmailChangeResponse,
  PasswordChange,
  PasswordChanged,
  PasswordProof,
  Profile,
  UserResponse,
} from './shapes/account';

/** `/api/users`. Callers can change only themselves: another id answers like a missing one. */
export function createUsersApi(context: AppContext) {
  const api = createApi();
  const own = { tag: 'Profile', access: 'person', guard: guardPerson(context) } as const;
  const params = pathOf('userId');

  const readRoute = defineRoute({
    ...own,
    method: 'get',
    path: '/me',
    id: 'readMe',
    summary: 'Read the signed-in user',
    responses: { 200: { description: 'The account.', schema: UserResponse } },
  });
  api.openapi(readRoute, (c) => c.json(personOf(c)));

  const updateRoute = defineRoute({
    ...own,
    method: 'put',
    path: '/{userId}/current-user',
    id: 'updateProfile',
    summary: 'Change the name or the email address',
    text: `A new address applies once it is confirmed with the emailed link; until then the old one is returned. ${proofText} The name alone takes neither.`,
    area: 'profile',
    request: { params, body: jsonBody(Profile, { firstName: 'Augusta', lastName: 'King' }) },
    responses: { 200: { description: 'The account as it is now.', schema: UserResponse } },
    problems: [...proofProblems, 'email-taken', 'too-many-requests'],
  });
  api.openapi(updateRoute, async (c) => {
    const input = c.req.valid('json');
    const proof = await readOwnerProof(context, c, input);
    const outcome = await updateProfile(context, personOf(c), input, proof);
    return outcome.kind === 'updated' ? c.json(outcome.user) : problemResponse(c, outcome, 'profile');
  });

  const requestedEmailRoute = defineRoute({
    ...own,
    method: 'get',
    path: '/{userId}/email-change',
    id: 'readEmailChange',
    summary: 'Read which address a change of email waits for',
    text: 'Asked for by updateProfile. 404 when no change waits to be confirmed.',
    request: { params },
    responses: { 200: { description: 'The address.', schema: EmailChangeResponse } },
  });
  api.openapi(requestedEmailRoute, async (c) => {
    const requested = await findRequestedEmail(context, personOf(c));
    return requested ? c.json(requested) : problemResponse(c, { kind: 'not-found' });
  });

  const withdrawRoute = defineRoute({
    ...own,
    method: 'delete',
    path: '/{userId}/email-change',
    id: 'withdrawEmailChange',
    summary: 'Withdraw a change of email',
    text: 'The link that was mailed to the new address ends, and the account keeps its own. Nothing where no change waits.',
    request: { params },
    responses: { 204: { description: 'No change waits.' } },
  });
  api.openapi(withdrawRoute, async (c) => {
    await withdrawEmailChange(context, personOf(c), c.get('address'));
    return c.body(null, 204);
  });

  const passwordRoute = defineRoute({
    ...own,
    method: 'put',
    path: '/{userId}/password',
    id: 'changePassword',
    summary: 'Change the password',
    text: `Every session ends; the response carries a new one for the caller, which lasts as long as theirs would have. ${proofText}`,
    area: 'password',
    request: { params, body: jsonBody(PasswordChange) },
    responses: {
      200: {
        description: 'The password was changed.',
        schema: PasswordChanged,
        headers: { 'Set-Cookie': 'The new session.' },
      },
    },
    problems: [...proofProblems],
  });
  api.openapi(passwordRoute, async (c) => {
    const input = c.req.valid('json');
    const { isFresh, address } = await readOwnerProof(context, c, input);
    const caller = await readLoginCaller({ request: c.req.raw, context: { app: context, address } });
    const outcome = await changePassword(context, personOf(c), input, { ...caller, isFresh });
    if (outcome.kind !== 'changed') return problemResponse(c, outcome, 'password');
    c.header('Set-Cookie', await serializeSessionCookie(context.config, outcome.sessionToken));
    return c.json({ status: 'PASSWORD_UPDATED_SUCCESS', message: passwordUpdatedMessage });
  });

  const fateRoute = defineRoute({
    ...own,
    method: 'get',
    path: '/{userId}/deletion',
    id: 'readAccountFate',
    summary: 'Preview deleting the account',
    request: { params },
    responses: { 200: { description: 'The names of organizations.', schema: AccountFate } },
  });
  api.openapi(fateRoute, async (c) => c.json(await describeDeletionImpact(context, personOf(c).id)));

  const deleteRoute = defineRoute({
    ...own,
    method: 'delete',
    path: '/{userId}',
    id: 'deleteAccount',
    summary: 'Delete the account',
    text: `Permanently, with the organizations that have no other member. ${proofText}`,
    request: { params, body: optionalJsonBody(PasswordProof) },
    responses: deletionResponses,
    problems: ['last-owner', ...proofProblems],
  });
  api.openapi(deleteRoute, async (c) => {
    const proof = await readOwnerProof(context, c, c.req.valid('json'));
    const outcome = await deleteAccount(context, personOf(c), proof);
    if (outcome.kind !== 'deleted') return problemResponse(c, outcome);
    c.header('Set-Cookie', await clearSessionCookie(context.config), { append: true });
    c.header('Set-Cookie', await clearOrganizationCookie(context.config), { append: true });
    const { unrevoked } = outcome;
    return unrevoked.length > 0 ? c.json({ unrevoked }) : c.body(null, 204);
  });

  return api;
}
