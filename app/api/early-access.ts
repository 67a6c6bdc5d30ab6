import type { AppContext } from '~/context';
import { EarlyAccess } from '~/fields';
import { earlyAccessMessage, signUpForEarlyAccess } from '~/services/accounts/early-access';
import { problemResponse } from './http/problem-response';
import { createApi, defineRoute, jsonBody } from './openapi/route';
import { Message } from './shapes/problem';

/** `/early-access`. */
export function createEarlyAccessApi(context: AppContext) {
  const api = createApi();

  const signUpRoute = defineRoute({
    method: 'post',
    path: '/',
    id: 'signUpForEarlyAccess',
    tag: 'Accounts',
    access: 'public',
    summary: 'Request early access',
    request: { body: jsonBody(EarlyAccess, { email: 'ada@example.com' }) },
    responses: { 200: { description: 'Noted.', schema: Message } },
    problems: ['too-many-requests'],
  });
  api.openapi(signUpRoute, async (c) => {
    const outcome = await signUpForEarlyAccess(context, c.req.valid('json'), c.get('address'));
    if (outcome.kind !== 'noted') return problemResponse(c, outcome);
    return c.json({ message: earlyAccessMessage });
  });

  return api;
}
