// From a call as written to the request that is sent: placeholders filled in, authentication and key added.
import { type ApiCall, HeaderValue } from './integration';
import { render } from './template';
import type { Variables } from './variables';

/** A request ready to be sent. */
export interface CallRequest {
  method: ApiCall['method'];
  url: string;
  headers: [name: string, value: string][];
  body: string;
  timeoutMs: number;
  /** Values that came from secrets, for masking in the log. */
  secrets: string[];
}

export type BuiltRequest = { kind: 'request'; request: CallRequest } | { kind: 'refused'; message: string };

/**
 * Fills in a call. Refused, with a message for the log, when a variable is unknown or when what comes out is
 * no http(s) URL or no header value. `idempotencyKey` is sent as draft-ietf-httpapi-idempotency-key-header says.
 */
export function buildRequest(call: ApiCall, variables: Variables, idempotencyKey: string): BuiltRequest {
  const secretNames = new Set(call.secretHeaders.map((name) => name.toLowerCase()));
  const secrets: string[] = [];
  const headers: [string, string][] = [];
  const templates = Object.entries(call.headers);
  if (call.authConfig.type === 'bearer') templates.push(['Authorization', `Bearer ${call.authConfig.token}`]);

  const url = render(call.url, variables, 'url');
  if (url.kind === 'unknown-variable') return refuseUnknown(url.name, 'the URL');
  if (!isHttpUrl(url.text))
    return { kind: 'refused', message: `URL must be a valid HTTP/HTTPS URL: ${url.text}` };

  for (const [name, template] of templates) {
    const value = render(template, variables, 'header');
    if (value.kind === 'unknown-variable') return refuseUnknown(value.name, `the header ${name}`);
    if (!HeaderValue.safeParse(value.text).success) {
      return { kind: 'refused', message: `The value of the header ${name} has a line break or is too long.` };
    }
    if (name === 'Authorization') secrets.push(value.text.replace(/^Bearer /, ''));
    else if (secretNames.has(name.toLowerCase())) secrets.push(value.text);
    headers.push([name, value.text]);
  }

  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const bodyTemplate = call.method === 'GET' ? '' : call.body;
  const body = render(bodyTemplate, variables, bodyKind(contentType));
  if (body.kind === 'unknown-variable') return refuseUnknown(body.name, 'the body');
  if (body.text && !contentType) headers.push(['Content-Type', 'application/json']);
  if (!headers.some(([name]) => name.toLowerCase() === 'idempotency-key')) {
    headers.push(['Idempotency-Key', idempotencyKey]);
  }
  const { method, timeoutMs } = call;
  return {
    kind: 'request',
    request: { method, url: url.text, headers, body: body.text, timeoutMs, secrets },
  };
}

function refuseUnknown(name: string, place: string): BuiltRequest {
  return { kind: 'refused', message: `The variable {{${name}}} in ${place} has no value.` };
}

function bodyKind(contentType: string | undefined): 'json' | 'form' | 'text' {
  if (!contentType || /[/+]json\b/i.test(contentType)) return 'json';
  return /^application\/x-www-form-urlencoded\b/i.test(contentType) ? 'form' : 'text';
}

/** Whether a text is an absolute http or https URL (WHATWG URL). */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
