import { Hono } from 'hono';
import { authenticateApi } from '~/auth/guards';
import type { AppContext } from '~/context';
import { findMembership, listMembers, listMemberships } from '~/db/memberships';
import { answerProblem, type ApiEnv } from './answer';

/** `/api/organization-memberships`. What is not the caller's answers like what does not exist. */
export function createMembershipsApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.get('/:userId', async (c) => {
    const caller = await authenticateApi(context, c.req.raw);
    if (caller.kind !== 'caller') return answerProblem(c, caller);
    if (c.req.param('userId') !== caller.user.id) return answerProblem(c, { kind: 'not-found' });
    return c.json(listMemberships(context.db, caller.user.id));
  });

  api.get('/:organizationId/all', async (c) => {
    const caller = await authenticateApi(context, c.req.raw);
    if (caller.kind !== 'caller') return answerProblem(c, caller);
    const membership = findMembership(context.db, caller.user.id, c.req.param('organizationId'));
    if (!membership) return answerProblem(c, { kind: 'not-found' });
    return c.json(listMembers(context.db, membership.organizationId));
  });

  return api;
}
