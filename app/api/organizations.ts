import { Hono } from 'hono';
import type { AppContext } from '~/context';
import { OrganizationChange } from '~/fields';
import { changeOrganization } from '~/services/organizations';
import { answerProblem, type ApiEnv, readJson } from './answer';
import { authorizeMember } from './authorize';

/** `/api/organizations`. */
export function createOrganizationsApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.patch('/:organizationId', async (c) => {
    const actor = await authorizeMember(context, c, c.req.param('organizationId'));
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const body = await readJson(c, OrganizationChange);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = changeOrganization(context, actor, body.value);
    if (outcome.kind !== 'organization') return answerProblem(c, outcome);
    const { id, name, description, createdAt } = outcome.organization;
    return c.json({ id, name, description, createdAt: new Date(createdAt).toISOString() });
  });

  return api;
}
