// 'Check a request': the result of each check for a pasted request. The checks are those of deliveries. Nothing is stored or
// started, and a later delivery is judged anew.
import { z } from 'zod';
import type { AppContext } from '~/context';
import { maxPastedLength, type ReadRequest, readPastedRequest } from '~/engine/import/pasted-request';
import { findIntegration } from '~/db/integrations/integrations';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem } from '~/problem';
import type { Actor } from '../../actor';
import { doAsTest } from '../../test-runs/limit';
import { plainAddress } from '../../limits/network-address';
import type { Delivery } from '../proof/delivery';
import { findDeliveryTarget } from '../delivery-target';
import { explainNoWebhook } from '../no-webhook';
import { type DeliveryVerdict, judgeDelivery } from './delivery-verdict';

const Text = z.string().max(maxPastedLength, 'A request may have at most 256 KiB here');

/** A request as it was sent: in one text, or in parts. */
export const DeliveryCheckInput = z.object({
  request: Text.optional().describe('A cURL command, or request line, headers, an empty line and the body.'),
  method: z
    .string()
    .regex(/^[A-Z]{1,20}$/, 'Methods are written in capitals')
    .optional()
    .describe('In place of `request`; POST without one.'),
  query: z.string().max(8_192, 'Queries must be 8,192 characters or less').optional(),
  headers: z.record(z.string().max(200), z.string().max(16_384)).optional(),
  body: Text.optional(),
  address: z
    .string()
    .trim()
    .max(100, 'This is not an address')
    .optional()
    .describe('The network address of the sender. Without it, the address is not checked.'),
});

type DeliveryCheckInput = z.infer<typeof DeliveryCheckInput>;

type DeliveryCheckOutcome = { kind: 'checked'; verdict: DeliveryVerdict } | Problem;

/** Judges a request by the saved trigger. Problems: not-found, invalid, too-many-requests. */
export async function checkDelivery(
  context: AppContext,
  actor: Actor,
  integrationId: string,
  input: unknown,
): Promise<DeliveryCheckOutcome> {
  const parsed = DeliveryCheckInput.safeParse(input);
  if (!parsed.success) return { kind: 'invalid', fields: listFields(parsed.error.issues) };
  const { db } = context;
  const integration = await findIntegration(db, { id: integrationId, organizationId: actor.organizationId });
  if (!integration) return { kind: 'not-found' };
  const target = await findDeliveryTarget(context, integrationId, context.now());
  if (target.kind !== 'target') {
    const message =
      target.kind === 'unauthenticated'
        ? 'A secret of this integration can no longer be decrypted. Please set a new one first.'
        : await explainNoWebhook(context, integration);
    return { kind: 'invalid', message };
  }
  const check = { kind: 'call', permission: 'read' } as const;
  return doAsTest(context, actor, check, async (): Promise<DeliveryCheckOutcome> => {
    const read = readInput(parsed.data);
    if (read.kind === 'invalid') return { kind: 'invalid', fields: { request: [read.message] } };
    const { method, query, headers, body } = read.request;
    const delivery: Delivery = {
      integrationId,
      method,
      url: `/webhook/${integrationId}${query}`,
      header: (name) => headers.get(name),
      listHeaders: () => [...headers],
      address: () => plainAddress(parsed.data.address ?? ''),
      body: Buffer.from(body),
    };
    return { kind: 'checked', verdict: await judgeDelivery(context, delivery, target) };
  });
}

function readInput({
  request,
  method = 'POST',
  query = '',
  headers = {},
  body = '',
}: DeliveryCheckInput): ReadRequest {
  if (request !== undefined) return readPastedRequest(request);
  return {
    kind: 'request',
    request: {
      method,
      query: query === '' || query.startsWith('?') ? query : `?${query}`,
      headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body,
    },
  };
}
