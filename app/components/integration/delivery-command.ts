interface Delivery {
  url: string;
  /** The secret of the webhook; empty when the webhook is open. */
  secret: string;
  /** The headers that a delivery has to carry. */
  headers: Record<string, string>;
  /** The payload as JSON text. */
  payload: string;
}

/** Returns the cURL command that sends a delivery, over several lines. */
export function writeDeliveryCommand({ url, secret, headers, payload }: Delivery): string {
  return [
    `curl -X POST ${quote(url)}`,
    `-H 'Content-Type: application/json'`,
    ...(secret ? [`-H ${quote(`X-Webhook-Signature: ${secret}`)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    `-d ${quote(payload)}`,
  ].join(' \\\n  ');
}

/** Quotes any text as one word for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
