import type { AppContext } from '~/context';
import { endFormerSecret } from '~/services/integrations/former-secret';
import {
  replaceWebhookSecret,
  revealWebhookSecret,
  WebhookSecretReplacement,
} from '~/services/integrations/webhook-secret';
import { actorOf, guardIntegration } from '../http/authorize';
import { problemResponse } from '../http/problem-response';
import { createApi, defineRoute, jsonBody, pathOf } from '../openapi/route';
import { IntegrationResponse, SecretResponse } from '../shapes/integration';

/** `/api/integrations/{id}/webhook-secret`: replaces it, reveals it, and ends the one before. */
export function createWebhookSecretsApi(context: AppContext) {
  const api = createApi();
  const ours = { tag: 'Integrations', ...guardIntegration(context, 'editor') } as const;
  const params = pathOf('id');

  const replaceRoute = defineRoute({
    ...ours,
    method: 'put',
    path: '/{id}/webhook-secret',
    id: 'replaceWebhookSecret',
    summary: 'Replace the webhook secret',
    text: 'Leaves the rest of the trigger as it is; a `triggerConfig` that `updateIntegration` gets replaces all of it. Saves like `updateIntegration`, and the previous secret is accepted for 24 hours beside the new one. The same secret again changes nothing.',
    request: { params, body: jsonBody(WebhookSecretReplacement, { secret: 'another long random text' }) },
    responses: { 200: { description: 'The integration as it is now.', schema: IntegrationResponse } },
    problems: ['conflict'],
  });
  api.openapi(replaceRoute, async (c) => {
    const outcome = await replaceWebhookSecret(
      context,
      actorOf(c),
      c.req.valid('param').id,
      c.req.valid('json'),
    );
    if (outcome.kind !== 'integration') return problemResponse(c, outcome);
    const integration: IntegrationResponse = outcome.integration;
    return c.json(integration);
  });

  const revealRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/webhook-secret/reveal',
    id: 'revealWebhookSecret',
    summary: 'Read the webhook secret in the clear',
    text: 'It is written to the audit log.',
    request: { params },
    responses: { 200: { description: 'The secret.', schema: SecretResponse } },
    problems: ['invalid'],
  });
  api.openapi(revealRoute, async (c) => {
    const outcome = await revealWebhookSecret(context, actorOf(c), c.req.valid('param').id);
    if (outcome.kind !== 'secret') return problemResponse(c, outcome);
    return c.json({ secret: outcome.secret }, 200, { 'Cache-Control': 'no-store' });
  });

  const endFormerRoute = defineRoute({
    ...ours,
    method: 'delete',
    path: '/{id}/webhook-secret/former',
    id: 'endFormerWebhookSecret',
    summary: 'End the previous webhook secret',
    text: 'A replaced secret is accepted for 24 hours beside the new one. This ends that at once.',
    request: { params },
    responses: { 204: { description: 'Only the current secret is accepted.' } },
  });
  api.openapi(endFormerRoute, async (c) => {
    const outcome = await endFormerSecret(context, actorOf(c), c.req.valid('param').id);
    return outcome.kind === 'ended' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  return api;
}
