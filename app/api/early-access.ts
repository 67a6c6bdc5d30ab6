import { Hono } from 'hono';
import type { AppContext } from '~/context';
import { EarlyAccess } from '~/fields';
import { earlyAccessMessage, signUpForEarlyAccess } from '~/services/early-access';
import { answerProblem, type ApiEnv, readJson } from './answer';

/** `/early-access`. */
export function createEarlyAccessApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.post('/', async (c) => {
    const body = await readJson(c, EarlyAccess);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = signUpForEarlyAccess(context, body.value, c.get('address'));
    if (outcome.kind !== 'noted') return answerProblem(c, outcome);
    return c.json({ message: earlyAccessMessage });
  });

  return api;
}
