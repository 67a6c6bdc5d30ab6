import { nameCredential } from '~/auth/guards';
import type { AppContext } from '~/context';
import { beginAuthorization } from '~/services/connections/authorization';
import { listConnectionResponses } from '~/services/connections/connection-response';
import {
  changeConnection,
  createConnection,
  deleteConnection,
  readConnectionById,
} from '~/services/connections/connections';
import { discoverProvider } from '~/services/test-runs/provider-discovery';
import { testConnection } from '~/services/test-runs/connection-test';
import { actorOf, guardOrganization } from './http/authorize';
import { cutPage, pageHeaders, PageQuery } from './http/pagination';
import { problemResponse } from './http/problem-response';
import { createdHeaders, locate } from './openapi/location';
import { createApi, defineRoute, jsonBody, optionalJsonBody, pathOf } from './openapi/route';
import {
  ConnectionAuthorization,
  ConnectionChange,
  ConnectionCreation,
  ConnectionResponse,
  ConnectionTestRequest,
  ConnectionTestResponse,
  DiscoveredProvider,
  ProviderDiscovery,
} from './shapes/connection';

/** `/api/organizations/{organizationId}/connections`. */
export function createConnectionsApi(context: AppContext) {
  const api = createApi();
  const ofMembers = { tag: 'Connections', access: 'member', guard: guardOrganization(context) } as const;
  const params = pathOf('organizationId');
  const ofOne = pathOf('organizationId', 'connectionId');

  const listRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/connections',
    id: 'listConnections',
    summary: 'List the connections',
    text: 'In alphabetical order. For every member, since every member may use them in integrations.',
    request: { params, query: PageQuery },
    responses: {
      200: { description: 'The connections.', schema: ConnectionResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(listRoute, async (c) => {
    const connections = await listConnectionResponses(context, actorOf(c).organizationId);
    return c.json(cutPage(c, c.req.valid('query'), connections, ({ id }) => id));
  });

  const readRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/connections/{connectionId}',
    id: 'getConnection',
    summary: 'Read a connection',
    request: { params: ofOne },
    responses: { 200: { description: 'The connection.', schema: ConnectionResponse } },
  });
  api.openapi(readRoute, async (c) => {
    const { connectionId } = c.req.valid('param');
    const outcome = await readConnectionById(context, actorOf(c).organizationId, connectionId);
    return outcome.kind === 'connection' ? c.json(outcome.connection) : problemResponse(c, outcome);
  });

  const createConnectionRoute = defineRoute({
    ...ofMembers,
    method: 'post',
    path: '/{organizationId}/connections',
    id: 'createConnection',
    summary: 'Create a connection',
    text: 'For owners and admins. Secrets are never returned in clear. It is written to the audit log.',
    request: {
      params,
      body: jsonBody(ConnectionCreation, {
        name: 'Shop API',
        kind: 'bearer',
        baseUrl: 'https://api.example.com/v1',
        config: { token: 'the-token' },
      }),
    },
    responses: {
      201: { description: 'The connection.', schema: ConnectionResponse, headers: createdHeaders },
    },
    problems: ['forbidden'],
  });
  api.openapi(createConnectionRoute, async (c) => {
    const outcome = await createConnection(context, actorOf(c), c.req.valid('json'));
    return outcome.kind === 'connection'
      ? c.json(
          outcome.connection,
          201,
          locate('organizations', actorOf(c).organizationId, 'connections', outcome.connection.id),
        )
      : problemResponse(c, outcome);
  });

  const changeRoute = defineRoute({
    ...ofMembers,
    method: 'patch',
    path: '/{organizationId}/connections/{connectionId}',
    id: 'changeConnection',
    summary: 'Change a connection',
    text: 'Fields that are left out stay as they are. A mask leaves its secret as it is, unless the credentials could then go to other hosts. Applies from the next call on.',
    request: { params: ofOne, body: jsonBody(ConnectionChange, { config: { token: 'the-new-token' } }) },
    responses: { 200: { description: 'The connection.', schema: ConnectionResponse } },
    problems: ['forbidden', 'conflict'],
  });
  api.openapi(changeRoute, async (c) => {
    const { connectionId } = c.req.valid('param');
    const outcome = await changeConnection(context, actorOf(c), connectionId, {
      version: c.get('matchedVersion'),
      ...c.req.valid('json'),
    });
    return outcome.kind === 'connection' ? c.json(outcome.connection) : problemResponse(c, outcome);
  });

  const deleteRoute = defineRoute({
    ...ofMembers,
    method: 'delete',
    path: '/{organizationId}/connections/{connectionId}',
    id: 'deleteConnection',
    summary: 'Delete a connection',
    text: 'A connection in use is not deleted; the response names the integrations. With a `revocationUrl`, the provider is then asked to revoke the token, for five seconds at most; the audit log says what it answered.',
    request: { params: ofOne },
    responses: { 204: { description: 'It is gone.' } },
    problems: ['forbidden', 'conflict'],
  });
  api.openapi(deleteRoute, async (c) => {
    const outcome = await deleteConnection(context, actorOf(c), c.req.valid('param').connectionId);
    return outcome.kind === 'deleted' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const testRoute = defineRoute({
    ...ofMembers,
    method: 'post',
    path: '/{organizationId}/connections/{connectionId}/test',
    id: 'testConnection',
    summary: 'Test a connection',
    text: 'Sends a GET with its credentials. For owners and admins; it is written to the audit log.',
    request: { params: ofOne, body: optionalJsonBody(ConnectionTestRequest, { url: '/me' }) },
    responses: { 200: { description: 'The result.', schema: ConnectionTestResponse } },
    problems: ['forbidden', 'too-many-requests'],
  });
  api.openapi(testRoute, async (c) => {
    const { connectionId } = c.req.valid('param');
    const outcome = await testConnection(context, actorOf(c), connectionId, c.req.valid('json').url);
    return outcome.kind === 'tested' ? c.json(outcome.test) : problemResponse(c, outcome);
  });

  const discoverRoute = defineRoute({
    ...ofMembers,
    method: 'post',
    path: '/{organizationId}/connections/discover',
    id: 'discoverProvider',
    summary: 'Read an issuer’s URLs',
    text: 'Reads a provider’s metadata (OpenID Connect Discovery, RFC 8414) as fields for the config of a connection. Nothing is stored. For owners and admins.',
    request: { params, body: jsonBody(ProviderDiscovery, { issuer: 'https://login.example.com' }) },
    responses: { 200: { description: 'What it says.', schema: DiscoveredProvider } },
    problems: ['forbidden', 'invalid', 'too-many-requests'],
  });
  api.openapi(discoverRoute, async (c) => {
    const outcome = await discoverProvider(context, actorOf(c), c.req.valid('json').issuer);
    return outcome.kind === 'discovered' ? c.json(outcome.provider) : problemResponse(c, outcome);
  });

  const authorizeRoute = defineRoute({
    ...ofMembers,
    method: 'post',
    path: '/{organizationId}/connections/{connectionId}/authorize',
    id: 'authorizeConnection',
    summary: 'Start connecting with a provider',
    text: 'Returns the URL to open in a browser within ten minutes. Who finishes it there is the user who asked: in the session that asked, or, when it was asked for with an API token, in any session of the user the token belongs to, who then confirms it by a button. Of the kind `oauth2_authorization_code`; for owners and admins.',
    request: { params: ofOne },
    responses: { 200: { description: 'Where to go.', schema: ConnectionAuthorization } },
    problems: ['forbidden', 'invalid'],
  });
  api.openapi(authorizeRoute, async (c) => {
    const { connectionId } = c.req.valid('param');
    const actor = actorOf(c);
    // A program has no session in which somebody could come back from the provider.
    const session = actor.tokenId === undefined ? await nameCredential(context, c.req.raw) : null;
    const outcome = await beginAuthorization(context, actor, connectionId, session);
    return outcome.kind === 'begun' ? c.json({ address: outcome.address }) : problemResponse(c, outcome);
  });

  return api;
}
