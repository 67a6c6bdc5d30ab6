import { Hono } from 'hono';
import type { AppContext } from '~/context';
import { listMembers, listMemberships } from '~/db/memberships';
import { Invite, RoleChange } from '~/fields';
import { inviteMember } from '~/services/invitations';
import { changeRole, removeMember } from '~/services/members';
import { answerProblem, type ApiEnv, readJson } from './answer';
import { authorizeMember, authorizePerson } from './authorize';

/** `/api/organization-memberships`. What is not the caller's answers like what does not exist. */
export function createMembershipsApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.get('/:userId', async (c) => {
    const caller = await authorizePerson(context, c);
    if (caller.kind !== 'person') return answerProblem(c, caller);
    if (c.req.param('userId') !== caller.user.id) return answerProblem(c, { kind: 'not-found' });
    return c.json(listMemberships(context.db, caller.user.id));
  });

  api.get('/:organizationId/all', async (c) => {
    const actor = await authorizeMember(context, c, c.req.param('organizationId'));
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    return c.json(listMembers(context.db, actor.organizationId));
  });

  api.post('/:organizationId/invite-member', async (c) => {
    const actor = await authorizeMember(context, c, c.req.param('organizationId'));
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const body = await readJson(c, Invite);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = inviteMember(context, actor, body.value);
    return outcome.kind === 'invited' ? c.json(body.value, 201) : answerProblem(c, outcome);
  });

  api.patch('/:organizationId/members/:userId', async (c) => {
    const actor = await authorizeMember(context, c, c.req.param('organizationId'));
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const body = await readJson(c, RoleChange);
    if (body.kind !== 'value') return answerProblem(c, body);
    const member = { userId: c.req.param('userId'), role: body.value.role };
    const outcome = changeRole(context, actor, member);
    return outcome.kind === 'changed' ? c.json(member) : answerProblem(c, outcome);
  });

  api.delete('/:organizationId/members/:userId', async (c) => {
    const actor = await authorizeMember(context, c, c.req.param('organizationId'));
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const outcome = removeMember(context, actor, c.req.param('userId'));
    return outcome.kind === 'removed' ? c.body(null, 204) : answerProblem(c, outcome);
  });

  return api;
}
