import type { Context } from 'hono';
import { z } from 'zod';
import type { AppContext } from '~/context';
import { stringifyJsonInTurns } from '~/services/large-json';
import { findRecordResponse, listRecordResponses } from '~/services/stores/record-response';
import { findStoreResponse, listStoreResponses } from '~/services/stores/store-response';
import { actorOf, guardOrganization } from '../http/authorize';
import { linkToNextPage, pageHeaders, PageQuery, takePage } from '../http/pagination';
import { type ApiEnv, problemResponse } from '../http/problem-response';
import { createApi, defineRoute, pathOf } from '../openapi/route';
import { RecordResponse, StoreResponse } from './shapes';

const RecordQuery = PageQuery.extend({
  prefix: z.string().max(256).optional().describe('Only records whose keys begin with this.'),
});

/** `/api/organizations/{organizationId}/stores`. */
export function createStoresApi(context: AppContext) {
  const api = createApi();
  const ofMembers = { tag: 'Stores', access: 'member', guard: guardOrganization(context) } as const;
  const ofOne = pathOf('organizationId', 'store', 'key');

  const storesRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/stores',
    id: 'listStores',
    summary: 'List the stores',
    text: 'In alphabetical order.',
    request: { params: pathOf('organizationId'), query: PageQuery },
    responses: { 200: { description: 'The stores.', schema: StoreResponse.array(), headers: pageHeaders } },
  });
  api.openapi(storesRoute, async (c) => {
    const { organizationId } = actorOf(c);
    const { limit, cursor: after } = c.req.valid('query');
    const stores = await listStoreResponses(context, { organizationId, after, limit: limit + 1 });
    return c.json(takePage(c, { limit }, stores, ({ name }) => name));
  });

  const recordsRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/stores/{store}/records',
    id: 'listRecords',
    summary: 'List the records of a store',
    text: 'In alphabetical order. Where values are long, a page has fewer than `limit`; the `Link` header says whether more follow.',
    request: { params: pathOf('organizationId', 'store'), query: RecordQuery },
    responses: { 200: { description: 'The records.', schema: RecordResponse.array(), headers: pageHeaders } },
  });
  api.openapi(recordsRoute, async (c) => {
    const of = { organizationId: actorOf(c).organizationId, store: c.req.valid('param').store };
    const found = await findStoreResponse(context, of);
    if (found.kind !== 'store') return problemResponse(c, found);
    const { limit, cursor: after, prefix } = c.req.valid('query');
    const { records, isLast } = await listRecordResponses(context, { ...of, prefix, after, limit });
    const last = records.at(-1);
    if (last && !isLast) linkToNextPage(c, last.key);
    return answer(c, records);
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
    const outcome = await findRecordResponse(context, {
      organizationId: actorOf(c).organizationId,
      store,
      key,
    });
    return outcome.kind === 'record' ? answer(c, outcome.record) : problemResponse(c, outcome);
  });

  return api;
}

/** Responds with JSON in which numbers keep their digits. */
async function answer(c: Context<ApiEnv>, value: object): Promise<Response> {
  return c.body(await stringifyJsonInTurns(value), 200, { 'Content-Type': 'application/json' });
}
