import { Hono } from 'hono';
import { authenticateApi } from '~/auth/guards';
import type { AppContext } from '~/context';
import { OrganizationChange } from '~/fields';
import { changeOrganization } from '~/services/organizations';
import { answerProblem, type ApiEnv, readJson } from './answer';

/** `/api/organizations`. */
export function createOrganizationsApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.patch('/:organizationId', async (c) => {
    const caller = await authenticateApi(context, c.req.raw);
    if (caller.kind !== 'caller') return answerProblem(c, caller);
    const body = await readJson(c, OrganizationChange);
    if (body.kind !== 'value') return answerProblem(c, body);
    const actor = {
      userId: caller.user.id,
      organizationId: c.req.param('organizationId'),
      address: c.get('address'),
    };
    const outcome = changeOrganization(context, actor, body.value);
    if (outcome.kind !== 'organization') return answerProblem(c, outcome);
    const { id, name, description, createdAt } = outcome.organization;
    return c.json({ id, name, description, createdAt: new Date(createdAt).toISOString() });
  });

  return api;
}
