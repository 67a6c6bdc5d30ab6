import { type Context, Hono } from 'hono';
import type { AppContext } from '~/context';
import { parseJson, stringifyJson } from '~/engine/json';
import { findSample, type SampleOutcome, startListening, stopListening } from '~/services/samples';
import { type ApiEnv, answerProblem } from './answer';
import { authorizeIntegration } from './authorize';

type Ask = (context: AppContext, owner: { organizationId: string }, id: string) => SampleOutcome;

/**
 * `/api/integrations/{id}/sample`: `{listeningUntil, sample}`, where `sample` is `{id, origin, receivedAt, bytes,
 * payload}` or null; a payload over 256 KiB is not kept and answered as null. `POST` to `listen` begins to wait for the
 * next delivery, `DELETE` ends it. What belongs to another organization answers like what does not exist.
 */
export function createSamplesApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  async function answer(c: Context<ApiEnv>, ask: Ask): Promise<Response> {
    const id = c.req.param('id') ?? '';
    const actor = await authorizeIntegration(context, c, id);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const outcome = ask(context, actor, id);
    if (outcome.kind !== 'sample') return answerProblem(c, outcome);
    return c.body(stringifyJson(toAnswer(outcome)), 200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    });
  }

  api.get('/:id/sample', (c) => answer(c, findSample));
  api.post('/:id/sample/listen', (c) => answer(c, startListening));
  api.delete('/:id/sample/listen', (c) => answer(c, stopListening));
  return api;
}

function toAnswer({ state }: Extract<SampleOutcome, { kind: 'sample' }>) {
  const { listeningUntil, sample } = state;
  if (!sample) return { listeningUntil, sample };
  const { text, paths: _paths, ...facts } = sample;
  // Its numbers keep their digits.
  return { listeningUntil, sample: { ...facts, payload: text === null ? null : parseJson(text) } };
}
