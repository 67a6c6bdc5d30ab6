import { Hono } from 'hono';
import { authenticateApi } from '~/auth/guards';
import type { AppContext } from '~/context';
import { answerProblem, type ApiEnv } from './answer';

/** `/api/users`. */
export function createUsersApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.get('/me', async (c) => {
    const caller = await authenticateApi(context, c.req.raw);
    return caller.kind === 'caller' ? c.json(caller.user) : answerProblem(c, caller);
  });

  return api;
}
