/** A multipart form as a browser sends it, and as it arrives. */
export function sendForm(fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { body, headers } = new Response(form);
  return { body, type: headers.get('Content-Type') ?? '' };
}
