import type { Context } from 'hono';
import { readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import {
  type DescribedSession,
  describeSessions,
  revokeSession,
  revokeOtherSessions,
} from '~/services/accounts/sessions';
import { type ApiEnv, problemResponse } from './http/problem-response';
import { guardPerson, personOf } from './http/authorize';
import { cutPage, pageHeaders, PageQuery } from './http/pagination';
import { createApi, defineRoute, pathOf } from './openapi/route';
import { SessionResponse } from './shapes/account';

/** `/api/users/{userId}/sessions`: where the caller is signed in. */
export function createSessionsApi(context: AppContext) {
  const api = createApi();
  const own = { tag: 'Profile', access: 'person', guard: guardPerson(context) } as const;

  async function listSessions(c: Context<ApiEnv>) {
    const token = await readSessionToken(context.config, c.req.raw);
    return describeSessions(context, personOf(c).id, token);
  }

  const listRoute = defineRoute({
    ...own,
    method: 'get',
    path: '/{userId}/sessions',
    id: 'listSessions',
    summary: 'List sessions',
    text: 'Newest first.',
    request: { params: pathOf('userId'), query: PageQuery },
    responses: {
      200: { description: 'The sessions.', schema: SessionResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(listRoute, async (c) => {
    const newestFirst = (await listSessions(c)).toSorted((a, b) => b.createdAt - a.createdAt);
    const sessions = cutPage(c, c.req.valid('query'), newestFirst, ({ id }) => id);
    return c.json(sessions.map(describeSession));
  });

  const endOthersRoute = defineRoute({
    ...own,
    method: 'delete',
    path: '/{userId}/sessions',
    id: 'endOtherSessions',
    summary: 'End all other sessions',
    request: { params: pathOf('userId') },
    responses: { 204: { description: 'Every other device has to log in again.' } },
  });
  api.openapi(endOthersRoute, async (c) => {
    const current = (await listSessions(c)).find(({ isCurrent }) => isCurrent);
    if (current) await revokeOtherSessions(context, personOf(c), current.id, c.get('address'));
    return c.body(null, 204);
  });

  const endRoute = defineRoute({
    ...own,
    method: 'delete',
    path: '/{userId}/sessions/{sessionId}',
    id: 'endSession',
    summary: 'End a session',
    request: { params: pathOf('userId', 'sessionId') },
    responses: { 204: { description: 'That device has to log in again.' } },
  });
  api.openapi(endRoute, async (c) => {
    const { sessionId } = c.req.valid('param');
    const known = (await listSessions(c)).some(({ id }) => id === sessionId);
    if (!known) return problemResponse(c, { kind: 'not-found' });
    await revokeSession(context, personOf(c), sessionId, c.get('address'));
    return c.body(null, 204);
  });

  return api;
}

function describeSession({ createdAt, lastSeenAt, ...session }: DescribedSession) {
  return {
    ...session,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
  };
}
