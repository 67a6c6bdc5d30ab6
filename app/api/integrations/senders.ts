import type { AppContext } from '~/context';
import { confirmSubscription } from '~/services/webhooks/set-up/confirm-subscription';
import { checkDelivery, DeliveryCheckInput } from '~/services/webhooks/set-up/check-delivery';
import { actorOf, guardIntegration } from '../http/authorize';
import { maxBodyBytes, problemResponse } from '../http/problem-response';
import { createApi, defineRoute, jsonBody, pathOf } from '../openapi/route';
import { ConfirmedSubscription } from '../shapes/execution';
import { DeliveryVerdictResponse } from '../shapes/test';

/**
 * The set-up of webhook senders: `/api/integrations/{id}/delivery-check`, `…/executions/{executionId}/confirm-subscription`.
 */
export function createSendersApi(context: AppContext) {
  const api = createApi();
  const ours = { ...guardIntegration(context, 'member') } as const;
  const editing = { ...ours, ...guardIntegration(context, 'editor') } as const;

  const checkRoute = defineRoute({
    ...ours,
    method: 'post',
    path: '/{id}/delivery-check',
    id: 'checkDelivery',
    tag: 'Integrations',
    summary: 'Check a request against the webhook',
    text: 'The result of each check, against the saved trigger. Nothing is stored or run.',
    body: { maxBytes: maxBodyBytes },
    request: {
      params: pathOf('id'),
      body: jsonBody(DeliveryCheckInput, {
        headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': 'a long random text' },
        body: '{"id": 7}',
      }),
    },
    responses: { 200: { description: 'The checks.', schema: DeliveryVerdictResponse } },
    problems: ['too-many-requests'],
  });
  api.openapi(checkRoute, async (c) => {
    const outcome = await checkDelivery(context, actorOf(c), c.req.valid('param').id, c.req.valid('json'));
    return outcome.kind === 'checked' ? c.json(outcome.verdict) : problemResponse(c, outcome);
  });

  const confirmRoute = defineRoute({
    ...editing,
    method: 'post',
    path: '/{id}/executions/{executionId}/confirm-subscription',
    id: 'confirmSubscription',
    tag: 'Executions',
    summary: 'Confirm a subscription of Amazon SNS',
    text: 'Follows the link in the message that started this execution. 409 when there is none, or Amazon does not accept it.',
    request: { params: pathOf('id', 'executionId') },
    responses: { 200: { description: 'Amazon sends from now on.', schema: ConfirmedSubscription } },
    problems: ['conflict'],
  });
  api.openapi(confirmRoute, async (c) => {
    const { id: integrationId, executionId } = c.req.valid('param');
    const outcome = await confirmSubscription(context, actorOf(c), { integrationId, executionId });
    return outcome.kind === 'confirmed'
      ? c.json({ executionId, confirmed: true })
      : problemResponse(c, outcome);
  });

  return api;
}
