import { z } from 'zod';
import type { AppContext } from '~/context';
import { deleteStore } from '~/services/stores/deletion';
import { downloadRecords } from '~/services/stores/download';
import { listStoreResponses } from '~/services/stores/store-response';
import { actorOf, guardOrganization } from '../http/authorize';
import { respondExport } from '../http/responses/export-response';
import { pageHeaders, PageQuery, takePage } from '../http/pagination';
import { problemResponse } from '../http/problem-response';
import { createApi, defineRoute, pathOf } from '../openapi/route';
import { StoreResponse } from './shapes';

/** `/api/organizations/{organizationId}/stores`. */
export function createStoresApi(context: AppContext) {
  const api = createApi();
  const ofMembers = { tag: 'Stores', access: 'member', guard: guardOrganization(context) } as const;
  const ofOne = pathOf('organizationId', 'store');

  const listRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/stores',
    id: 'listStores',
    summary: 'List the stores',
    text: 'In alphabetical order.',
    request: { params: pathOf('organizationId'), query: PageQuery },
    responses: { 200: { description: 'The stores.', schema: StoreResponse.array(), headers: pageHeaders } },
  });
  api.openapi(listRoute, async (c) => {
    const { organizationId } = actorOf(c);
    const { limit, cursor: after } = c.req.valid('query');
    const stores = await listStoreResponses(context, { organizationId, after, limit: limit + 1 });
    return c.json(takePage(c, { limit }, stores, ({ name }) => name));
  });

  const deleteRoute = defineRoute({
    ...ofMembers,
    access: 'editor',
    guard: guardOrganization(context, 'edit-integrations'),
    method: 'delete',
    path: '/{organizationId}/stores/{store}',
    id: 'deleteStore',
    summary: 'Delete a store',
    text: 'With all its records. The next record that a call writes begins it anew. It is written to the audit log.',
    request: { params: ofOne },
    responses: { 204: { description: 'It is gone.' } },
  });
  api.openapi(deleteRoute, async (c) => {
    const outcome = await deleteStore(context, actorOf(c), c.req.valid('param').store);
    return outcome.kind === 'deleted' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const text = 'All of them in order of key, without secret values. It is written to the audit log.';

  const tableRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/stores/{store}/records.csv',
    id: 'downloadRecordsAsCsv',
    summary: 'Download the records of a store as CSV',
    text: `${text} For spreadsheets: UTF-8 with a byte order mark, and a text that a spreadsheet would take for a formula begins with \`'\`.`,
    isFresh: true,
    request: { params: ofOne },
    responses: { 200: { description: 'The table.', schema: z.string(), mediaType: 'text/csv' } },
  });
  api.openapi(tableRoute, async (c) => {
    const file = await downloadRecords(context, actorOf(c), c.req.valid('param').store, 'csv');
    return file.kind === 'download' ? respondExport(context, c, file) : problemResponse(c, file);
  });

  const linesRoute = defineRoute({
    ...ofMembers,
    method: 'get',
    path: '/{organizationId}/stores/{store}/records.jsonl',
    id: 'downloadRecords',
    summary: 'Download the records of a store as JSON lines',
    text: `${text} Each line is a record as the list has it.`,
    isFresh: true,
    request: { params: ofOne },
    responses: { 200: { description: 'The lines.', schema: z.string(), mediaType: 'application/jsonl' } },
  });
  api.openapi(linesRoute, async (c) => {
    const file = await downloadRecords(context, actorOf(c), c.req.valid('param').store, 'jsonl');
    return file.kind === 'download' ? respondExport(context, c, file) : problemResponse(c, file);
  });

  return api;
}
