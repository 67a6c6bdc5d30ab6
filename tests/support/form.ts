/** A multipart form as a browser sends it, and as it arrives. */
export async function sendForm(fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const sent = new Response(form);
  // Its own stream would still write after a reader has gone: an error that nobody catches, in Node 24.
  return { body: (await sent.blob()).stream(), type: sent.headers.get('Content-Type') ?? '' };
}
