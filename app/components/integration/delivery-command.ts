interface Delivery {
  url: string;
  /** Empty when the webhook is open. */
  secret: string;
  /** That a delivery has to carry. */
  headers: Record<string, string>;
  /** JSON text. */
  payload: string;
}

/** The cURL command that sends a delivery, over several lines. */
export function writeDeliveryCommand({ url, secret, headers, payload }: Delivery): string {
  return [
    `curl -X POST ${quote(url)}`,
    `-H 'Content-Type: application/json'`,
    ...(secret ? [`-H ${quote(`X-Webhook-Signature: ${secret}`)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    `-d ${quote(payload)}`,
  ].join(' \\\n  ');
}

/** A word for a POSIX shell, whatever is in it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
