import type { AppContext } from '~/context';
import { checkDoor, DoorCheckInput } from '~/services/webhooks/door-check/check-door';
import { actorOf, guardIntegration } from './http/authorize';
import { largestBody, problemResponse } from './http/problem-response';
import { createApi, defineRoute, jsonBody, pathOf } from './openapi/route';
import { DoorVerdictResponse } from './shapes/test';

/** `POST /api/integrations/{id}/door-check`: what the webhook would make of a request. */
export function createDoorCheckApi(context: AppContext) {
  const api = createApi();

  const route = defineRoute({
    method: 'post',
    path: '/{id}/door-check',
    id: 'checkDoor',
    tag: 'Integrations',
    access: 'member',
    guard: guardIntegration(context),
    summary: 'See what the webhook would make of a request',
    text: 'What each check of the door says, by the trigger as it is saved. Nothing is stored or started.',
    body: { maxBytes: largestBody },
    request: {
      params: pathOf('id'),
      body: jsonBody(DoorCheckInput, {
        headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': 'a long random text' },
        body: '{"id": 7}',
      }),
    },
    responses: { 200: { description: 'The checks.', schema: DoorVerdictResponse } },
    problems: ['too-many-requests'],
  });
  api.openapi(route, async (c) => {
    const outcome = await checkDoor(context, actorOf(c), c.req.valid('param').id, c.req.valid('json'));
    return outcome.kind === 'checked' ? c.json(outcome.verdict) : problemResponse(c, outcome);
  });

  return api;
}
