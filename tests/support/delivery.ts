import type { Delivery } from '~/services/webhooks/proof/delivery';

/** A delivery as the endpoint hands it on, with names of headers in lower case. */
export function makeDelivery(
  integrationId: string,
  {
    body = '{}',
    headers = {},
    ...over
  }: { body?: string | Buffer; headers?: Record<string, string> } & Partial<
    Pick<Delivery, 'method' | 'url' | 'address'>
  > = {},
): Delivery {
  return {
    integrationId,
    method: 'POST',
    url: `/webhook/${integrationId}`,
    header: (name) => headers[name],
    listHeaders: () => Object.entries(headers),
    address: () => '192.0.2.1',
    body: Buffer.from(body),
    ...over,
  };
}
