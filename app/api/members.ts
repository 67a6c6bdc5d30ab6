import type { AppContext } from '~/context';
import { listWithPasswordAlone } from '~/db/organizations/demanded-second-factor';
import { listNewestInvitations } from '~/db/organizations/invitations';
import { listNewestMemberPeople, type MemberPerson } from '~/db/organizations/members';
import { describeInvitationState, revokeInvitation } from '~/services/organizations/invitations';
import { checkPermission } from '~/services/check-permission';
import { problemResponse } from './http/problem-response';
import { actorOf, guardOrganization } from './http/authorize';
import { pageHeaders, PageQuery, parsePosition, takePage, formatPosition } from './http/pagination';
import { createApi, defineRoute, pathOf } from './openapi/route';
import { ListedMemberResponse, OpenInvitationResponse } from './shapes/organization';

/** `/api/organizations/{organizationId}/members` and `…/invitations`: the members and those who are invited. */
export function createOrganizationPeopleApi(context: AppContext) {
  const api = createApi();
  const ofMembers = { tag: 'Members', access: 'member', guard: guardOrganization(context) } as const;
  const params = pathOf('organizationId');

  const membersRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/members',
    id: 'listMemberPeople',
    summary: 'List the members with their names and addresses',
    text: 'Newest first.',
    isFresh: true,
    request: { params, query: PageQuery },
    responses: {
      200: { description: 'The members.', schema: ListedMemberResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(membersRoute, async (c) => {
    const actor = actorOf(c);
    const { organizationId } = actor;
    const page = c.req.valid('query');
    const asked = { organizationId, before: parsePosition(page.cursor), limit: page.limit + 1 };
    const people = takePage(
      c,
      page,
      await listNewestMemberPeople(context.db, asked),
      ({ joinedAt, userId }) => formatPosition({ createdAt: joinedAt, id: userId }),
    );
    const manages = !(await checkPermission(context.db, actor, 'manage-members'));
    const ids = people.map(({ userId }) => userId);
    const withPasswordAlone = manages
      ? await listWithPasswordAlone(context.db, { userIds: ids, passwordLogin: context.config.passwordLogin })
      : null;
    return c.json(
      people.map((person) =>
        Object.assign(describePerson(person), {
          withPasswordAlone: withPasswordAlone?.has(person.userId) ?? null,
        }),
      ),
    );
  });

  const invitationsRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/invitations',
    id: 'listInvitations',
    summary: 'List the open invitations',
    text: 'Newest first, those that expired or ended included. For owners and admins.',
    isFresh: true,
    request: { params, query: PageQuery },
    responses: {
      200: { description: 'The invitations.', schema: OpenInvitationResponse.array(), headers: pageHeaders },
    },
    problems: ['forbidden'],
  });
  api.openapi(invitationsRoute, async (c) => {
    const actor = actorOf(c);
    const refusal = await checkPermission(context.db, actor, 'manage-members');
    if (refusal) return problemResponse(c, refusal);
    const page = c.req.valid('query');
    const { organizationId } = actor;
    const asked = { organizationId, before: parsePosition(page.cursor), limit: page.limit + 1 };
    const invitations = takePage(
      c,
      page,
      await listNewestInvitations(context.db, asked),
      ({ createdAt, email: id }) => formatPosition({ createdAt, id }),
    );
    const now = context.now();
    const described = invitations.map((invitation) => {
      const { email, role, access, createdAt, expiresAt } = invitation;
      return {
        email,
        role,
        access,
        createdAt: new Date(createdAt).toISOString(),
        expiresAt: new Date(expiresAt).toISOString(),
        isExpired: expiresAt <= now,
        isEnded: describeInvitationState(invitation, now) === 'ended',
      };
    });
    return c.json(described);
  });

  const revokeRoute = defineRoute({
    ...ofMembers,
    method: 'delete',
    path: '/{organizationId}/invitations/{email}',
    id: 'revokeInvitation',
    summary: 'Revoke an invitation',
    text: 'The emailed link stops working. For owners and admins.',
    request: { params: pathOf('organizationId', 'email') },
    responses: { 204: { description: 'Revoked.' } },
    problems: ['forbidden'],
  });
  api.openapi(revokeRoute, async (c) => {
    const outcome = await revokeInvitation(context, actorOf(c), c.req.valid('param').email);
    return outcome.kind === 'revoked' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}

function describePerson({ joinedAt, ...person }: MemberPerson) {
  return { ...person, joinedAt: new Date(joinedAt).toISOString() };
}
