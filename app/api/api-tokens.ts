import type { AppContext } from '~/context';
import { type ApiToken, listApiTokens } from '~/db/organizations/api-tokens';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { revokeApiToken } from '~/services/organizations/api-tokens';
import { checkPermission } from '~/services/check-permission';
import { problemResponse } from './http/problem-response';
import { actorOf, guardOrganization } from './http/authorize';
import { proofProblems, proofText, readOwnerProof } from './http/owner-proof';
import { pageHeaders, PageQuery, takePage } from './http/pagination';
import { createApi, defineRoute, jsonBody, pathOf } from './openapi/route';
import { ApiTokenResponse, CreatedApiToken, NewApiToken } from './shapes/organization';

/** `/api/organizations/{organizationId}/api-tokens`. */
export function createApiTokensApi(context: AppContext) {
  const api = createApi();
  const forManagers = { tag: 'API tokens', access: 'member', guard: guardOrganization(context) } as const;
  const params = pathOf('organizationId');

  const listRoute = defineRoute({
    ...forManagers,
    method: 'get',
    path: '/{organizationId}/api-tokens',
    id: 'listApiTokens',
    summary: 'List the API tokens',
    text: 'Newest first. For owners and admins.',
    isFresh: true,
    request: { params, query: PageQuery },
    responses: {
      200: { description: 'The tokens.', schema: ApiTokenResponse.array(), headers: pageHeaders },
    },
    problems: ['forbidden'],
  });
  api.openapi(listRoute, async (c) => {
    const actor = actorOf(c);
    const refusal = await checkPermission(context.db, actor, 'manage-tokens');
    if (refusal) return problemResponse(c, refusal);
    const page = c.req.valid('query');
    const asked = { organizationId: actor.organizationId, before: page.cursor, limit: page.limit + 1 };
    const tokens = takePage(c, page, await listApiTokens(context.db, asked), ({ id }) => id);
    return c.json(tokens.map(describeToken));
  });

  const createRoute = defineRoute({
    ...forManagers,
    method: 'post',
    path: '/{organizationId}/api-tokens',
    id: 'createApiToken',
    summary: 'Create an API token',
    text: `It can do no more than its role and access, and its creator’s, allow, and works as long as its creator is a member. For owners and admins with a session: tokens cannot create tokens. The person who made it is mailed. ${proofText}`,
    request: { params, body: jsonBody(NewApiToken, { name: 'Monitoring', role: 'MEMBER', access: 'read' }) },
    responses: { 201: { description: 'The token. It is not shown again.', schema: CreatedApiToken } },
    problems: ['forbidden', ...proofProblems],
  });
  api.openapi(createRoute, async (c) => {
    const { currentPassword, ...details } = c.req.valid('json');
    const proof = await readOwnerProof(context, c, { currentPassword });
    const outcome = await createApiToken(context, actorOf(c), details, proof);
    if (outcome.kind !== 'created') return problemResponse(c, outcome);
    const { id, token, rights } = outcome;
    return c.json({ id, name: details.name, ...rights, token }, 201, { 'Cache-Control': 'no-store' });
  });

  const revokeRoute = defineRoute({
    ...forManagers,
    method: 'delete',
    path: '/{organizationId}/api-tokens/{tokenId}',
    id: 'revokeApiToken',
    summary: 'Revoke an API token',
    text: 'It stops working at once. For owners and admins.',
    request: { params: pathOf('organizationId', 'tokenId') },
    responses: { 204: { description: 'Revoked.' } },
    problems: ['forbidden'],
  });
  api.openapi(revokeRoute, async (c) => {
    const outcome = await revokeApiToken(context, actorOf(c), c.req.valid('param').tokenId);
    return outcome.kind === 'revoked' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}

function describeToken({ createdAt, lastUsedAt, ...token }: ApiToken) {
  return {
    ...token,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}
