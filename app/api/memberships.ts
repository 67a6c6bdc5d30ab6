import type { AppContext } from '~/context';
import { listMembers } from '~/db/organizations/members';
import { listMemberships } from '~/db/organizations/memberships';
import { inviteMember } from '~/services/organizations/invitations';
import { changeRole, removeMember } from '~/services/organizations/members';
import { problemResponse } from './http/problem-response';
import { actorOf, guardMember, guardOrganization, guardPerson, personOf } from './http/authorize';
import { rightsProofText, proofProblems, readRightsProof } from './http/owner-proof';
import { cutPage, pageHeaders, PageQuery, parsePosition, takePage, formatPosition } from './http/pagination';
import { createApi, defineRoute, jsonBody, optionalJsonBody, pathOf } from './openapi/route';
import { MembershipResponse, PasswordProof } from './shapes/account';
import { Invite, InvitedResponse, MemberResponse, RoleChange } from './shapes/organization';

/** `/api/organization-memberships`. A membership that the caller may not see answers like a missing one. */
export function createMembershipsApi(context: AppContext) {
  const api = createApi();
  const ofMembers = { tag: 'Members', access: 'member', guard: guardOrganization(context) } as const;
  const params = pathOf('organizationId');
  const member = pathOf('organizationId', 'userId');

  const ownRoute = defineRoute({
    method: 'get',
    path: '/{userId}',
    id: 'listMemberships',
    tag: 'Profile',
    access: 'person',
    guard: guardPerson(context),
    summary: 'List a user’s organizations',
    text: 'Newest first.',
    request: { params: pathOf('userId'), query: PageQuery },
    responses: {
      200: { description: 'The memberships.', schema: MembershipResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(ownRoute, async (c) => {
    const memberships = (await listMemberships(context.db, personOf(c).id)).toReversed();
    return c.json(cutPage(c, c.req.valid('query'), memberships, ({ organizationId }) => organizationId));
  });

  const listRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/all',
    id: 'listMembers',
    summary: 'List the members with their roles',
    text: 'Newest first.',
    isFresh: true,
    request: { params, query: PageQuery },
    responses: { 200: { description: 'The members.', schema: MemberResponse.array(), headers: pageHeaders } },
  });
  api.openapi(listRoute, async (c) => {
    const { organizationId } = actorOf(c);
    const page = c.req.valid('query');
    const asked = { organizationId, before: parsePosition(page.cursor), limit: page.limit + 1 };
    const members = takePage(c, page, await listMembers(context.db, asked), ({ joinedAt, userId }) =>
      formatPosition({ createdAt: joinedAt, id: userId }),
    );
    return c.json(members.map(({ userId, role, access }) => ({ userId, role, access })));
  });

  const inviteRoute = defineRoute({
    ...ofMembers,
    method: 'post',
    path: '/{organizationId}/invite-member',
    id: 'inviteMember',
    summary: 'Invite a member',
    text: `Emails a link that works once, for 7 days. An earlier link to the same address stops working, so this also resends. For owners and admins. An invitation as an admin mails the owners and, unless it only resends one or an API token sends it, asks for a proof. ${rightsProofText}`,
    request: { params, body: jsonBody(Invite, { email: 'grace@example.com', role: 'MEMBER' }) },
    responses: { 201: { description: 'An email is on its way.', schema: InvitedResponse } },
    problems: ['forbidden', 'already-member', 'too-many-requests', ...proofProblems],
  });
  api.openapi(inviteRoute, async (c) => {
    const { currentPassword, ...invited } = c.req.valid('json');
    const proof = await readRightsProof(context, c, currentPassword);
    const outcome = await inviteMember(context, actorOf(c), invited, proof);
    if (outcome.kind !== 'invited') return problemResponse(c, outcome);
    return c.json({ ...invited, access: invited.access ?? 'edit' }, 201);
  });

  const roleRoute = defineRoute({
    ...ofMembers,
    method: 'patch',
    path: '/{organizationId}/members/{userId}',
    id: 'changeRole',
    summary: 'Change the role or the access of a member',
    text: `For owners and admins; only owners make an owner or change one. \`access\` says what a member may do with integrations; without it, it stays as it is. Another role mails the owners (and the member, when it is lower) and, unless an API token or the member sets it, asks for a proof. ${rightsProofText}`,
    request: { params: member, body: jsonBody(RoleChange, { role: 'ADMIN' }) },
    responses: { 200: { description: 'The member as they are now.', schema: MemberResponse } },
    problems: ['forbidden', 'last-owner', ...proofProblems],
  });
  api.openapi(roleRoute, async (c) => {
    const { currentPassword, ...change } = c.req.valid('json');
    const { userId } = c.req.valid('param');
    const proof = await readRightsProof(context, c, currentPassword);
    const outcome = await changeRole(context, actorOf(c), { userId, ...change }, proof);
    return outcome.kind === 'changed' ? c.json({ userId, ...outcome.rights }) : problemResponse(c, outcome);
  });

  const removeRoute = defineRoute({
    ...ofMembers,
    guard: guardMember(context),
    method: 'delete',
    path: '/{organizationId}/members/{userId}',
    id: 'removeMember',
    summary: 'Remove a member, or leave',
    text: `Everyone may leave, also without the second factor that the organization asks for. Owners and admins remove others; only owners remove an owner. To remove an owner or admin, send a proof, unless an API token removes them; the owners and that person get a mail. ${rightsProofText}`,
    request: { params: member, body: optionalJsonBody(PasswordProof) },
    responses: { 204: { description: 'They no longer belong to the organization.' } },
    problems: ['forbidden', 'last-owner', ...proofProblems],
  });
  api.openapi(removeRoute, async (c) => {
    const proof = await readRightsProof(context, c, c.req.valid('json').currentPassword);
    const outcome = await removeMember(context, actorOf(c), c.req.valid('param').userId, proof);
    return outcome.kind === 'removed' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}
