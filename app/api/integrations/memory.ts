import { z } from 'zod';
import type { AppContext } from '~/context';
import { memoryLimits } from '~/engine/schema/memory';
import {
  clearMemory,
  findMemory,
  forgetRemembered,
  forgetSeen,
  setRemembered,
} from '~/services/memory/memory';
import { actorOf, guardIntegration } from '../http/authorize';
import { readExactText } from '../http/bodies/exact-text';
import { problemResponse } from '../http/problem-response';
import { respondExactJson } from '../http/responses/exact-json';
import { createApi, defineRoute, jsonBody, pathOf } from '../openapi/route';
import { MemoryResponse, RememberedInput, RememberedResponse } from '../shapes/memory';

/** `/api/integrations/{id}/memory`. An integration of another organization answers like a missing one. */
export function createMemoryApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Integrations', ...guardIntegration(context, 'member') } as const;
  const editing = { ...ours, ...guardIntegration(context, 'editor') } as const;
  const ofAll = pathOf('id');
  const ofValue = pathOf('id', 'name');
  const gone = { 204: { description: 'It is forgotten.' } };

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/memory',
    id: 'getMemory',
    summary: 'Read what an integration remembers',
    text: 'The values that its runs left for the ones to come, and how many entries each for each is done with.',
    isFresh: true,
    request: { params: ofAll },
    responses: { 200: { description: 'What it remembers.', schema: MemoryResponse } },
  });
  api.openapi(readRoute, async (c) => {
    const outcome = await findMemory(context, actorOf(c), c.req.valid('param').id);
    return outcome.kind === 'memory' ? respondExactJson(c, outcome.memory) : problemResponse(c, outcome);
  });

  const setRoute = defineRoute({
    ...editing,
    method: 'put',
    path: '/{id}/memory/{name}',
    id: 'setRemembered',
    summary: 'Set a value that an integration remembers',
    text: 'Runs that begin from now on read it as `memory.name`; those under way keep what they began with. It is written to the audit log, without the value.',
    request: { params: ofValue, body: jsonBody(RememberedInput, { value: 1042 }) },
    responses: { 200: { description: 'The value.', schema: RememberedResponse } },
    problems: ['invalid'],
  });
  api.openapi(setRoute, async (c) => {
    const { id, name } = c.req.valid('param');
    const json = await readExactText(c, 'value');
    const outcome = await setRemembered(context, actorOf(c), id, { name, json });
    return outcome.kind === 'value' ? respondExactJson(c, outcome.value) : problemResponse(c, outcome);
  });

  const forgetRoute = defineRoute({
    ...editing,
    method: 'delete',
    path: '/{id}/memory/{name}',
    id: 'forgetRemembered',
    summary: 'Forget a value that an integration remembers',
    request: { params: ofValue },
    responses: gone,
  });
  api.openapi(forgetRoute, async (c) => {
    const { id, name } = c.req.valid('param');
    const outcome = await forgetRemembered(context, actorOf(c), id, name);
    return outcome.kind === 'forgotten' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const clearRoute = defineRoute({
    ...editing,
    method: 'delete',
    path: '/{id}/memory',
    id: 'clearMemory',
    summary: 'Forget all that an integration remembers',
    text: 'All values, and all entries that were seen: they are run again when they are still in a list.',
    request: { params: ofAll },
    responses: gone,
  });
  api.openapi(clearRoute, async (c) => {
    const outcome = await clearMemory(context, actorOf(c), c.req.valid('param').id);
    return outcome.kind === 'forgotten' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const unseeRoute = defineRoute({
    ...editing,
    method: 'delete',
    path: '/{id}/seen/{loopId}',
    id: 'forgetSeen',
    summary: 'Forget the entries that a for each is done with',
    text: 'All of them, or the one that has `key`. They are run again when they are still in a list.',
    request: { params: pathOf('id', 'loopId'), query: SeenQuery },
    responses: gone,
  });
  api.openapi(unseeRoute, async (c) => {
    const { id, loopId } = c.req.valid('param');
    const outcome = await forgetSeen(context, actorOf(c), id, { loopId, key: c.req.valid('query').key });
    return outcome.kind === 'forgotten' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}

const SeenQuery = z.object({ key: z.string().max(memoryLimits.key).optional() });
