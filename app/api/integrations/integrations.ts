import type { Context } from 'hono';
import { z } from 'zod';
import type { AppContext } from '~/context';
import { findDefinedIntegration, type Integration, listIntegrations } from '~/db/integrations/integrations';
import { findTriggerCount } from '~/db/integrations/monthly-triggers';
import { restorableDays } from '~/engine/definition/restorable-days';
import { duplicateIntegration } from '~/services/integrations/duplicate';
import { deleteIntegration } from '~/services/integrations/deletion';
import {
  createIntegration,
  type IntegrationOutcome,
  updateIntegration,
} from '~/services/integrations/integrations';
import { describeWarnings } from '~/services/integrations/warnings';
import { yieldTurn } from '~/services/event-loop';
import { describeIntegration, describeListed } from '~/services/integrations/integration-response';
import { writeListInTurns } from '~/services/large-json';
import { testCall } from '~/services/test-runs/single-call';
import { type ApiEnv, problemResponse, maxBodyBytes } from '../http/problem-response';
import {
  actorOf,
  findEndedRights,
  guardIntegration,
  guardOrganization,
  guardSelected,
} from '../http/authorize';
import { pageHeaders, PageQuery, parsePosition, takePage, formatPosition } from '../http/pagination';
import { createdHeaders, locate } from '../openapi/location';
import { bodyOf, createApi, defineRoute, pathOf } from '../openapi/route';
import { CallTestResponse, IntegrationResponse, WarningsResponse } from '../shapes/integration';
import '../shapes/integration-input';
import { readSentObject } from './sent-object';

const body = { maxBytes: maxBodyBytes };
/** A hundred integrations may take hundreds of megabytes; sending them takes several times as much memory. */
const maxPageBytes = 8 * 1024 * 1024;
const example = {
  name: 'Orders to the warehouse',
  triggerConfig: { type: 'webhook', webhook: { secret: 'a long random text' } },
  apiCalls: [
    { method: 'POST', url: 'https://warehouse.example.com/orders', body: '{"order": {{trigger.id}}}' },
  ],
};

const ListQuery = PageQuery.extend({
  name: z.string().max(200).optional().describe('Only those of exactly this name.'),
  tag: z.string().max(200).optional().describe('Only those that have this tag.'),
  host: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .toLowerCase()
    .optional()
    .describe('Only those with a call to a host that contains this, in the newest or the deployed version.'),
});

/** `/api/integrations`. An integration of another organization answers like a missing one. */
export function createIntegrationsApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Integrations', ...guardIntegration(context, 'member') } as const;
  const editing = { ...ours, ...guardIntegration(context, 'editor') } as const;
  const params = pathOf('id');

  const listRoute = defineRoute({
    ...ours,
    guard: guardOrganization(context),
    method: 'get',
    path: '/organization/{organizationId}',
    id: 'listIntegrations',
    summary: 'List the integrations of an organization',
    text: 'Newest first. A page also ends with the integration that brings it to 8 MiB.',
    request: { params: pathOf('organizationId'), query: ListQuery },
    responses: {
      200: { description: 'The integrations.', schema: IntegrationResponse.array(), headers: pageHeaders },
    },
  });
  api.openapi(listRoute, async (c) => {
    const { organizationId } = actorOf(c);
    const { name, tag, host, ...page } = c.req.valid('query');
    const asked = {
      organizationId,
      name,
      tag,
      host,
      before: parsePosition(page.cursor),
      limit: page.limit + 1,
    };
    const rows = await listIntegrations(context.db, asked);
    const describe = (row: Integration): Promise<IntegrationResponse | undefined> =>
      describeListed(context, row);
    const { json, taken } = await writeListInTurns(rows.slice(0, page.limit), describe, maxPageBytes);
    takePage(c, { limit: taken }, rows, formatPosition);
    return c.body(json, 200, { 'Content-Type': 'application/json' });
  });

  const createRoute = defineRoute({
    ...editing,
    guard: guardSelected(context, 'edit-integrations'),
    method: 'post',
    path: '/',
    id: 'createIntegration',
    summary: 'Create an integration',
    text: 'A draft, unless `isActive` is true: that deploys it at once, or returns 422 and creates nothing when it cannot be deployed. It is created in the organization of the token, or else the one that the session selected.',
    body,
    request: { body: bodyOf('IntegrationInput', { example }) },
    responses: {
      201: { description: 'The integration.', schema: IntegrationResponse, headers: createdHeaders },
    },
  });
  api.openapi(createRoute, (c) => save(c, 201, (input) => createIntegration(context, actorOf(c), input)));

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}',
    id: 'readIntegration',
    summary: 'Read an integration',
    request: { params },
    responses: { 200: { description: 'The integration, its secrets masked.', schema: IntegrationResponse } },
  });
  api.openapi(readRoute, async (c) => {
    const { organizationId } = actorOf(c);
    const integration = await findDefinedIntegration(context.db, {
      id: c.req.valid('param').id,
      organizationId,
    });
    if (!integration) return problemResponse(c, { kind: 'not-found' });
    const described: IntegrationResponse = describeIntegration(context, integration);
    return c.json(described);
  });

  const warningsRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/warnings',
    id: 'listWarnings',
    summary: 'List what will probably not work',
    text: 'Of the newest version, as the screen shows it before it is deployed: for example a placeholder whose name has no value there. Nothing is sent.',
    request: { params },
    responses: { 200: { description: 'Sentences, none when nothing was found.', schema: WarningsResponse } },
  });
  api.openapi(warningsRoute, async (c) => {
    const { organizationId } = actorOf(c);
    const integration = await findDefinedIntegration(context.db, {
      id: c.req.valid('param').id,
      organizationId,
    });
    if (!integration) return problemResponse(c, { kind: 'not-found' });
    return c.json({ warnings: await describeWarnings(context, integration) });
  });

  const changeRoute = defineRoute({
    ...editing,
    method: 'patch',
    path: '/{id}',
    id: 'updateIntegration',
    summary: 'Save, rename, deploy or disable',
    text: 'Fields that are left out stay as they are. `isActive` deploys and disables. With `version`, saving over a newer version returns 409.',
    body,
    request: { params, body: bodyOf('IntegrationChange', { example: { isActive: true } }) },
    responses: { 200: { description: 'The integration as it is now.', schema: IntegrationResponse } },
    problems: ['conflict'],
  });
  api.openapi(changeRoute, (c) => {
    const { id } = c.req.valid('param');
    return save(c, 200, (input) => updateIntegration(context, actorOf(c), id, input));
  });

  const deleteRoute = defineRoute({
    ...editing,
    method: 'delete',
    path: '/{id}',
    id: 'deleteIntegration',
    summary: 'Delete an integration',
    text: `It is out of service at once, and its executions that have not ended are cancelled. It can be restored for ${restorableDays} days, then it is removed with its executions.`,
    request: { params },
    responses: { 204: { description: 'It was deleted.' } },
  });
  api.openapi(deleteRoute, async (c) => {
    const outcome = await deleteIntegration(context, actorOf(c), c.req.valid('param').id);
    return outcome.kind === 'deleted' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const duplicateRoute = defineRoute({
    ...editing,
    method: 'post',
    path: '/{id}/duplicate',
    id: 'duplicateIntegration',
    summary: 'Duplicate an integration',
    text: 'As a draft with a URL of its own. Its secrets come along, masked.',
    request: { params },
    responses: { 201: { description: 'The draft.', schema: IntegrationResponse, headers: createdHeaders } },
  });
  api.openapi(duplicateRoute, async (c) => {
    const outcome = await duplicateIntegration(context, actorOf(c), c.req.valid('param').id);
    return outcome.kind === 'integration'
      ? respondCreated(c, outcome.integration)
      : problemResponse(c, outcome);
  });

  const testCallRoute = defineRoute({
    ...editing,
    method: 'post',
    path: '/{id}/test-call',
    id: 'testCall',
    summary: 'Send one call now',
    text: 'Saved or not. Nothing is stored; the audit log records who sent it to which host.',
    body,
    request: {
      params,
      body: bodyOf('CallTestInput', {
        example: { method: 'GET', url: 'https://api.example.com/{{place}}', variables: { place: 'here' } },
      }),
    },
    responses: { 200: { description: 'The response.', schema: CallTestResponse } },
    problems: ['too-many-requests'],
  });
  api.openapi(testCallRoute, async (c) => {
    const input = await readSentObject(c);
    if (input.kind !== 'object') return problemResponse(c, input);
    const { id } = c.req.valid('param');
    const outcome = await testCall(context, actorOf(c), id, input.fields);
    if (outcome.kind === 'tested') {
      const ended = await findEndedRights(context, c, id);
      return ended ? problemResponse(c, ended) : c.json(outcome.test);
    }
    if (outcome.kind !== 'missing-variables') return problemResponse(c, outcome);
    const missing = outcome.names.map((name) => [`variables.${name}`, ['This variable needs a value']]);
    const { message } = outcome;
    return problemResponse(c, { kind: 'invalid', message, fields: Object.fromEntries(missing) });
  });

  const countRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/execution-logs/amount-triggered',
    id: 'readAmountTriggered',
    summary: 'Read how often it was triggered this month',
    request: { params },
    responses: { 200: { description: 'A number.', schema: z.number().int() } },
  });
  api.openapi(countRoute, async (c) =>
    c.json(await findTriggerCount(context.db, c.req.valid('param').id, context.now())),
  );

  return api;
}

async function save(
  c: Context<ApiEnv>,
  status: 200 | 201,
  write: (input: object) => Promise<IntegrationOutcome>,
): Promise<Response> {
  // The service reads the body part by part, so here it only has to be an object.
  const input = await readSentObject(c);
  if (input.kind !== 'object') return problemResponse(c, input);
  const outcome = await write({ version: c.get('matchedVersion'), ...input.fields });
  if (outcome.kind !== 'integration') return problemResponse(c, outcome);
  const integration: IntegrationResponse = outcome.integration;
  await yieldTurn();
  return status === 201 ? respondCreated(c, integration) : c.json(integration);
}

function respondCreated(c: Context<ApiEnv>, integration: IntegrationResponse) {
  return c.json(integration, 201, locate('integrations', integration.id));
}
