import type { Context } from 'hono';
import type { AppContext } from '~/context';
import { readRequest } from '~/engine/delivery/delivery-request';
import { parseJsonInTurns } from '~/services/large-json';
import type { Actor } from '~/services/actor';
import { pasteSample } from '~/services/webhooks/pasted-sample';
import { findSample, type SampleOutcome, startListening, stopListening } from '~/services/webhooks/samples';
import { type ApiEnv, problemResponse } from '../http/problem-response';
import { actorOf, guardIntegration } from '../http/authorize';
import { readExactText } from '../http/bodies/exact-text';
import { respondExactJson } from '../http/responses/exact-json';
import { createApi, defineRoute, jsonBody, pathOf } from '../openapi/route';
import { SampleInput, SampleResponse } from '../shapes/execution';

type Ask = (context: AppContext, actor: Actor, id: string) => Promise<SampleOutcome>;

/**
 * `/api/integrations/{id}/sample`: `{listeningUntil, sample}`, where `sample` is `{id, origin, receivedAt, bytes, payload}` or
 * null. A payload over 256 KiB is not kept, and is null in the response. `POST` to `listen` begins to wait for the next delivery,
 * `DELETE` ends that. `PUT` stores a payload as the sample. An integration of another organization answers like a missing one.
 */
export function createSamplesApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Samples', ...guardIntegration(context, 'member') } as const;
  const editing = { ...ours, ...guardIntegration(context, 'editor') } as const;
  const request = { params: pathOf('id') };
  const responses = {
    200: {
      description: 'The captured sample, and whether the webhook is listening.',
      schema: SampleResponse,
    },
  };

  async function respond(c: Context<ApiEnv>, ask: Ask): Promise<Response> {
    const outcome = await ask(context, actorOf(c), c.req.param('id') ?? '');
    if (outcome.kind !== 'sample') return problemResponse(c, outcome);
    return respondExactJson(c, await toResponse(outcome), 200, { 'Cache-Control': 'no-store' });
  }

  const readRoute = defineRoute({
    ...ours,
    method: 'get',
    path: '/{id}/sample',
    id: 'readSample',
    summary: 'Read the newest sample',
    text: 'The newest captured or pasted delivery; when there is none, the payload of the newest run.',
    isFresh: true,
    request,
    responses,
  });
  api.openapi(readRoute, (c) => respond(c, findSample));

  const pasteRoute = defineRoute({
    ...editing,
    method: 'put',
    path: '/{id}/sample',
    id: 'pasteSample',
    summary: 'Set the sample',
    text: 'Stores a payload as the newest sample, as if a sender had sent it. It ends the listening.',
    request: { ...request, body: jsonBody(SampleInput, { payload: { order: { id: 1043 } } }) },
    responses,
    problems: ['invalid', 'too-large'],
  });
  api.openapi(pasteRoute, async (c) => {
    const text = await readExactText(c, 'payload');
    return respond(c, (_context, actor, id) => pasteSample(context, actor, id, text));
  });

  const startRoute = defineRoute({
    ...editing,
    method: 'post',
    path: '/{id}/sample/listen',
    id: 'startListening',
    summary: 'Listen for a sample',
    text: 'For ten minutes, also for a draft: the next delivery is kept as a sample and not run.',
    request,
    responses,
    problems: ['invalid'],
  });
  api.openapi(startRoute, (c) => respond(c, startListening));

  const stopRoute = defineRoute({
    ...editing,
    method: 'delete',
    path: '/{id}/sample/listen',
    id: 'stopListening',
    summary: 'Stop listening',
    request,
    responses,
  });
  api.openapi(stopRoute, (c) => respond(c, stopListening));

  return api;
}

async function toResponse({ state }: Extract<SampleOutcome, { kind: 'sample' }>) {
  const { listeningUntil, sample } = state;
  if (!sample) return { listeningUntil, sample };
  const { text, request, paths: _paths, ...facts } = sample;
  // The numbers of the payload keep their digits.
  const payload = text === null ? null : await parseJsonInTurns(text);
  return { listeningUntil, sample: { ...facts, payload, request: readRequest(request) } };
}
