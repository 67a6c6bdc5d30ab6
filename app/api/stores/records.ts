import { z } from 'zod';
import type { AppContext } from '~/context';
import { findRecordResponse, listRecordResponses } from '~/services/stores/record-response';
import { deleteRecord, saveRecord } from '~/services/stores/records';
import { findStoreResponse } from '~/services/stores/store-response';
import { actorOf, guardOrganization } from '../http/authorize';
import { createdHeaders, locate } from '../openapi/location';
import { readExactText } from '../http/bodies/exact-text';
import { linkToNextPage, pageHeaders, PageQuery } from '../http/pagination';
import { problemResponse } from '../http/problem-response';
import { respondExactJson } from '../http/responses/exact-json';
import { createApi, defineRoute, jsonBody, pathOf } from '../openapi/route';
import { RecordInput, RecordResponse } from './shapes';

const RecordQuery = PageQuery.extend({
  prefix: z.string().max(256).optional().describe('Only records whose keys begin with this.'),
});

const OnlyNew = z.object({
  'if-none-match': z
    .literal('*', 'Write * for a record that must not be there yet')
    .optional()
    .describe('`*`: write the record only when there is none; otherwise 412.'),
});

/** `/api/organizations/{organizationId}/stores/{store}/records`. */
export function createRecordsApi(context: AppContext) {
  const api = createApi();
  const ofMembers = { tag: 'Stores', access: 'member', guard: guardOrganization(context) } as const;
  const ofEditors = {
    ...ofMembers,
    access: 'editor',
    guard: guardOrganization(context, 'edit-integrations'),
  } as const;
  const ofOne = pathOf('organizationId', 'store', 'key');

  const listRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/stores/{store}/records',
    id: 'listRecords',
    summary: 'List the records of a store',
    text: 'In alphabetical order. Where values are long, a page has fewer than `limit`; the `Link` header says whether more follow.',
    request: { params: pathOf('organizationId', 'store'), query: RecordQuery },
    responses: { 200: { description: 'The records.', schema: RecordResponse.array(), headers: pageHeaders } },
  });
  api.openapi(listRoute, async (c) => {
    const of = { organizationId: actorOf(c).organizationId, store: c.req.valid('param').store };
    const found = await findStoreResponse(context, of);
    if (found.kind !== 'store') return problemResponse(c, found);
    const { limit, cursor: after, prefix } = c.req.valid('query');
    const { records, next } = await listRecordResponses(context, { ...of, prefix, after, limit });
    if (next !== undefined) linkToNextPage(c, next);
    return respondExactJson(c, records);
  });

  const readRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/stores/{store}/records/{key}',
    id: 'getRecord',
    summary: 'Read a record',
    text: 'An absent or expired record is not found.',
    request: { params: ofOne },
    responses: { 200: { description: 'The record.', schema: RecordResponse } },
  });
  api.openapi(readRoute, async (c) => {
    const { store, key } = c.req.valid('param');
    const { organizationId } = actorOf(c);
    const outcome = await findRecordResponse(context, { organizationId, store, key });
    return outcome.kind === 'record' ? respondExactJson(c, outcome.record) : problemResponse(c, outcome);
  });

  const writeRoute = defineRoute({
    ...ofEditors,
    method: 'put',
    path: '/{organizationId}/stores/{store}/records/{key}',
    id: 'putRecord',
    summary: 'Write a record',
    text: 'Creates it, or takes the place of what is there. A store begins with its first record. It is written to the audit log, without the value.',
    request: { params: ofOne, headers: OnlyNew, body: jsonBody(RecordInput, { value: { id: 7 } }) },
    responses: {
      200: { description: 'The record, which took the place of another one.', schema: RecordResponse },
      201: { description: 'The record, which is new.', schema: RecordResponse, headers: createdHeaders },
    },
    problems: ['invalid', 'stores-full'],
  });
  api.openapi(writeRoute, async (c) => {
    const { store, key } = c.req.valid('param');
    const isNew = c.req.valid('header')['if-none-match'] !== undefined;
    const json = await readExactText(c, 'value');
    const expiresAt = c.req.valid('json').expiresAt ?? '';
    const isStanding = c.req.header('If-Match') !== undefined;
    const input = { json, expiresAt, isNew, isStanding, since: c.get('matchedTime') };
    const outcome = await saveRecord(context, actorOf(c), { store, key }, input);
    if (outcome.kind === 'conflict') return problemResponse(c, { kind: 'changed-since' });
    if (outcome.kind !== 'record') return problemResponse(c, outcome);
    if (!outcome.isNew) return respondExactJson(c, outcome.record);
    const { organizationId } = actorOf(c);
    return respondExactJson(
      c,
      outcome.record,
      201,
      locate('organizations', organizationId, 'stores', store, 'records', key),
    );
  });

  const deleteRoute = defineRoute({
    ...ofEditors,
    method: 'delete',
    path: '/{organizationId}/stores/{store}/records/{key}',
    id: 'deleteRecord',
    summary: 'Delete a record',
    text: 'It is written to the audit log.',
    request: { params: ofOne },
    responses: { 204: { description: 'It is gone.' } },
  });
  api.openapi(deleteRoute, async (c) => {
    const { store, key } = c.req.valid('param');
    const outcome = await deleteRecord(context, actorOf(c), { store, key }, c.get('matchedTime'));
    return outcome.kind === 'deleted' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}
