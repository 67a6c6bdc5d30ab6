import { serializeDeviceCookie } from '~/auth/login/known-device';
import { serializeSessionCookie } from '~/auth/session';
import type { AppContext } from '~/context';
import { findUserByEmail } from '~/db/accounts/users';
import { acceptInvitation, signUpInvited } from '~/services/organizations/invitation-acceptance';
import { readInvitation } from '~/services/organizations/invitations';
import { problemResponse } from './http/problem-response';
import { guardPerson, personOf } from './http/authorize';
import { createApi, defineRoute, jsonBody, pathOf } from './openapi/route';
import { InvitationResponse, InvitationToken, InvitedSignUp, Joined } from './shapes/account';

const links = ['invalid-invitation', 'expired-invitation', 'ended-invitation'] as const;

/** `/auth/invitations`: the calls for the link of an invitation. */
export function createInvitationsApi(context: AppContext) {
  const api = createApi();

  const readRoute = defineRoute({
    method: 'get',
    path: '/{token}',
    id: 'readInvitation',
    tag: 'Accounts',
    access: 'public',
    summary: 'Read an invitation',
    text: 'It does not use up the link.',
    isFresh: true,
    request: { params: pathOf('token') },
    responses: { 200: { description: 'The organization it is for.', schema: InvitationResponse } },
    problems: [...links],
  });
  api.openapi(readRoute, async (c) => {
    const found = await readInvitation(context.db, c.req.valid('param').token, context.now());
    if (found.kind !== 'invitation') return problemResponse(c, found);
    const { organizationName, email, role, expiresAt } = found.invitation;
    const hasAccount = (await findUserByEmail(context.db, email)) !== undefined;
    const about = { organizationName, email, role, expiresAt: new Date(expiresAt).toISOString() };
    return c.json({ ...about, hasAccount });
  });

  const acceptRoute = defineRoute({
    method: 'post',
    path: '/accept',
    id: 'acceptInvitation',
    tag: 'Members',
    access: 'person',
    guard: guardPerson(context),
    summary: 'Accept an invitation',
    text: 'The caller joins, if the invitation was sent to their address.',
    request: { body: jsonBody(InvitationToken) },
    responses: { 200: { description: 'The organization that was joined.', schema: Joined } },
    problems: [...links, 'other-address'],
  });
  api.openapi(acceptRoute, async (c) => {
    const outcome = await acceptInvitation(context, personOf(c), c.req.valid('json').token, c.get('address'));
    if (outcome.kind !== 'joined') return problemResponse(c, outcome);
    const { organizationId, organizationName } = outcome;
    return c.json({ organizationId, organizationName });
  });

  const signUpRoute = defineRoute({
    method: 'post',
    path: '/sign-up',
    id: 'signUpInvited',
    tag: 'Accounts',
    access: 'public',
    summary: 'Sign up with an invitation',
    text: 'Creates an account for the invited address, which is thereby verified, and joins.',
    request: { body: jsonBody(InvitedSignUp) },
    responses: {
      201: {
        description: 'The organization that was joined.',
        schema: Joined,
        headers: { 'Set-Cookie': 'The session, as the cookie `session_token`.' },
      },
    },
    problems: [...links, 'email-taken', 'too-many-requests'],
  });
  api.openapi(signUpRoute, async (c) => {
    const caller = { address: c.get('address'), userAgent: c.req.header('User-Agent') ?? null };
    const outcome = await signUpInvited(context, c.req.valid('json'), caller);
    if (outcome.kind !== 'joined') return problemResponse(c, outcome);
    const { organizationId, organizationName, sessionToken, userId } = outcome;
    c.header('Set-Cookie', await serializeSessionCookie(context.config, sessionToken), { append: true });
    c.header('Set-Cookie', await serializeDeviceCookie(context.config, c.req.raw, userId), { append: true });
    return c.json({ organizationId, organizationName }, 201);
  });

  return api;
}
