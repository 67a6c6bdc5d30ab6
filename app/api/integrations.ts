import { Hono } from 'hono';
import { z } from 'zod';
import type { AppContext } from '~/context';
import { findIntegration, listIntegrations } from '~/db/integrations';
import { findTriggerCount } from '~/db/trigger-counts';
import { exportIntegration, importCalls, importIntegration, previewImport } from '~/services/imports';
import {
  createIntegration,
  deleteIntegration,
  revealWebhookSecret,
  updateIntegration,
} from '~/services/integrations';
import { describeIntegration } from '~/services/integrations-answer';
import { testCall } from '~/services/test-call';
import { answerProblem, type ApiEnv, largestBody, readJson } from './answer';
import { authorizeIntegration, authorizeMember, authorizeSelected } from './authorize';
import { linkToNextPage, readPage } from './page';

/** The services read a body part by part, so here it only has to be an object. */
const Body = z.looseObject({});

const ImportBody = z.object({
  text: z.string(),
  dryRun: z.boolean().default(false),
  integrationId: z.string().optional(),
  /** Which of the calls that the dry run told of; all of them when left out. */
  keys: z.array(z.string()).optional(),
  version: z.number().int().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
});

/** `/api/integrations`. What belongs to another organization answers like what does not exist. */
export function createIntegrationsApi(context: AppContext) {
  const api = new Hono<ApiEnv>();

  api.get('/organization/:organizationId', async (c) => {
    const organizationId = c.req.param('organizationId');
    const actor = await authorizeMember(context, c, organizationId);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const { limit, cursor } = readPage(c);
    const rows = listIntegrations(context.db, { organizationId, before: cursor, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (last && rows.length > limit) linkToNextPage(c, last.id);
    return c.json(page.map((integration) => describeIntegration(context, integration)));
  });

  api.post('/', async (c) => {
    const actor = await authorizeSelected(context, c);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const body = await readJson(c, Body, largestBody);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = createIntegration(context, actor, body.value);
    return outcome.kind === 'integration' ? c.json(outcome.integration, 201) : answerProblem(c, outcome);
  });

  /** `dryRun` only tells what would be imported; with `integrationId`, calls are added there, else a draft is made. */
  api.post('/import', async (c) => {
    const selected = await authorizeSelected(context, c);
    if (selected.kind !== 'actor') return answerProblem(c, selected);
    const body = await readJson(c, ImportBody, largestBody);
    if (body.kind !== 'value') return answerProblem(c, body);
    const { text, dryRun, integrationId, keys, version, name, description } = body.value;
    if (dryRun) return c.json(previewImport(text));
    if (integrationId === undefined) {
      const outcome = importIntegration(context, selected, { text, name, description });
      return outcome.kind === 'integration' ? c.json(outcome.integration, 201) : answerProblem(c, outcome);
    }
    const actor = await authorizeIntegration(context, c, integrationId);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const outcome = importCalls(context, actor, integrationId, { text, keys, version });
    return outcome.kind === 'integration' ? c.json(outcome.integration) : answerProblem(c, outcome);
  });

  api.get('/:id/export', async (c) => {
    const id = c.req.param('id');
    const actor = await authorizeIntegration(context, c, id);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const outcome = exportIntegration(context, actor, id);
    if (outcome.kind !== 'file') return answerProblem(c, outcome);
    c.header('Content-Disposition', `attachment; filename="${outcome.fileName}"`);
    c.header('Cache-Control', 'no-store');
    return c.json(outcome.file);
  });

  api.get('/:id', async (c) => {
    const id = c.req.param('id');
    const actor = await authorizeIntegration(context, c, id);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const integration = findIntegration(context.db, { id, organizationId: actor.organizationId });
    return integration
      ? c.json(describeIntegration(context, integration))
      : answerProblem(c, { kind: 'not-found' });
  });

  api.patch('/:id', async (c) => {
    const id = c.req.param('id');
    const actor = await authorizeIntegration(context, c, id);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const body = await readJson(c, Body, largestBody);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = updateIntegration(context, actor, id, body.value);
    return outcome.kind === 'integration' ? c.json(outcome.integration) : answerProblem(c, outcome);
  });

  api.delete('/:id', async (c) => {
    const id = c.req.param('id');
    const actor = await authorizeIntegration(context, c, id);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const outcome = deleteIntegration(context, actor, id);
    return outcome.kind === 'deleted' ? c.body(null, 204) : answerProblem(c, outcome);
  });

  api.post('/:id/test-call', async (c) => {
    const id = c.req.param('id');
    const actor = await authorizeIntegration(context, c, id);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const body = await readJson(c, Body, largestBody);
    if (body.kind !== 'value') return answerProblem(c, body);
    const outcome = await testCall(context, actor, id, body.value);
    if (outcome.kind === 'tested') return c.json(outcome.test);
    if (outcome.kind !== 'missing-variables') return answerProblem(c, outcome);
    const missing = outcome.names.map((name) => [`variables.${name}`, ['This variable needs a value']]);
    return answerProblem(c, {
      kind: 'invalid',
      message: outcome.message,
      fields: Object.fromEntries(missing),
    });
  });

  api.post('/:id/webhook-secret/reveal', async (c) => {
    const id = c.req.param('id');
    const actor = await authorizeIntegration(context, c, id);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    const outcome = revealWebhookSecret(context, actor, id);
    return outcome.kind === 'secret' ? c.json({ secret: outcome.secret }) : answerProblem(c, outcome);
  });

  api.get('/:id/execution-logs/amount-triggered', async (c) => {
    const id = c.req.param('id');
    const actor = await authorizeIntegration(context, c, id);
    if (actor.kind !== 'actor') return answerProblem(c, actor);
    return c.json(findTriggerCount(context.db, id, context.now()));
  });

  return api;
}
