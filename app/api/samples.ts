import { type Context, Hono } from 'hono';
import { authenticateApi } from '~/auth/guards';
import type { AppContext } from '~/context';
import { findOwnerForUser } from '~/db/integrations';
import { parseJson, stringifyJson } from '~/engine/json';
import { findSample, type SampleOutcome, startListening, stopListening } from '~/services/samples';
import { type ApiEnv, answerProblem } from './answer';

type Ask = (context: AppContext, owner: { organizationId: string }, id: string) => SampleOutcome;

/**
 * `/api/integrations/{id}/sample`: `{listeningUntil, sample}`, where `sample` is `{id, origin, receivedAt, bytes,
 * payload}` or null; a payload over 256 KiB is not kept and answered as null. `POST` to `listen` begins to wait for the
 * next delivery, `DELETE` ends it. What belongs to another organization answers like what does not exist.
 */
export function createSamplesApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  async function answer(c: Context<ApiEnv>, ask: Ask): Promise<Response> {
    const caller = await authenticateApi(context, c.req.raw);
    if (caller.kind !== 'caller') return answerProblem(c, caller);
    const id = c.req.param('id') ?? '';
    const organizationId = findOwnerForUser(context.db, id, caller.user.id);
    const outcome = organizationId ? ask(context, { organizationId }, id) : { kind: 'not-found' as const };
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
