import type { AppContext } from '~/context';
import { listValueResponses } from '~/services/values/value-response';
import { changeValue, createValue, deleteValue, readValueById } from '~/services/values/values';
import { actorOf, guardOrganization } from './http/authorize';
import { cutPage, pageHeaders, PageQuery } from './http/pagination';
import { problemResponse } from './http/problem-response';
import { createdHeaders, locate } from './openapi/location';
import { createApi, defineRoute, jsonBody, pathOf } from './openapi/route';
import { ValueChange, ValueCreation, ValueResponse } from './shapes/value';

/** `/api/organizations/{organizationId}/values`. */
export function createValuesApi(context: AppContext) {
  const api = createApi();
  const ofMembers = { tag: 'Values', access: 'member', guard: guardOrganization(context) } as const;
  const params = pathOf('organizationId');
  const ofOne = pathOf('organizationId', 'valueId');

  const listRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/values',
    id: 'listValues',
    summary: 'List the values',
    text: 'In alphabetical order. For every member, since every member may name them in integrations.',
    request: { params, query: PageQuery },
    responses: { 200: { description: 'The values.', schema: ValueResponse.array(), headers: pageHeaders } },
  });
  api.openapi(listRoute, async (c) => {
    const values = await listValueResponses(context, actorOf(c).organizationId);
    return c.json(cutPage(c, c.req.valid('query'), values, ({ id }) => id));
  });

  const readRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/values/{valueId}',
    id: 'getValue',
    summary: 'Read a value',
    request: { params: ofOne },
    responses: { 200: { description: 'The value.', schema: ValueResponse } },
  });
  api.openapi(readRoute, async (c) => {
    const { organizationId } = actorOf(c);
    const outcome = await readValueById(context, { id: c.req.valid('param').valueId, organizationId });
    return outcome.kind === 'value' ? c.json(outcome.value) : problemResponse(c, outcome);
  });

  const createRoute = defineRoute({
    ...ofMembers,
    method: 'post',
    path: '/{organizationId}/values',
    id: 'createValue',
    summary: 'Create a value',
    text: 'For owners and admins. A secret is never returned in clear. It is written to the audit log.',
    request: {
      params,
      body: jsonBody(ValueCreation, { name: 'shop_url', value: 'https://shop.example.com' }),
    },
    responses: { 201: { description: 'The value.', schema: ValueResponse, headers: createdHeaders } },
    problems: ['forbidden'],
  });
  api.openapi(createRoute, async (c) => {
    const outcome = await createValue(context, actorOf(c), c.req.valid('json'));
    return outcome.kind === 'value'
      ? c.json(
          outcome.value,
          201,
          locate('organizations', actorOf(c).organizationId, 'values', outcome.value.id),
        )
      : problemResponse(c, outcome);
  });

  const changeRoute = defineRoute({
    ...ofMembers,
    method: 'patch',
    path: '/{organizationId}/values/{valueId}',
    id: 'changeValue',
    summary: 'Change a value',
    text: 'Fields that are left out stay as they are. A masked secret stays as it is, unless it could then go to further hosts. The change applies from the next call on. A value that integrations use keeps its name.',
    request: { params: ofOne, body: jsonBody(ValueChange, { value: 'https://shop.example.org' }) },
    responses: { 200: { description: 'The value.', schema: ValueResponse } },
    problems: ['forbidden', 'conflict'],
  });
  api.openapi(changeRoute, async (c) => {
    const { valueId } = c.req.valid('param');
    const outcome = await changeValue(context, actorOf(c), valueId, {
      version: c.get('matchedVersion'),
      ...c.req.valid('json'),
    });
    return outcome.kind === 'value' ? c.json(outcome.value) : problemResponse(c, outcome);
  });

  const deleteRoute = defineRoute({
    ...ofMembers,
    method: 'delete',
    path: '/{organizationId}/values/{valueId}',
    id: 'deleteValue',
    summary: 'Delete a value',
    text: 'A value in use is not deleted; the response names the integrations.',
    request: { params: ofOne },
    responses: { 204: { description: 'It is gone.' } },
    problems: ['forbidden', 'conflict'],
  });
  api.openapi(deleteRoute, async (c) => {
    const outcome = await deleteValue(context, actorOf(c), c.req.valid('param').valueId);
    return outcome.kind === 'deleted' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}
