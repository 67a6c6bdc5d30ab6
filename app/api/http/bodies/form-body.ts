// The body of a form, checked before the screen reads it: a body that the screen cannot read is the sender's error.
import type { MiddlewareHandler } from 'hono';
import type { Problem } from '~/problem';
import { type ApiEnv, problemResponse } from '../problem-response';
import { hasTooManyFields, isScreensForm, maxGuestFields } from '~/services/limits/form-shape';
import { readMultipart } from '~/services/webhooks/bodies/multipart';
import { isImport } from '../import-upload';
import { isBodySent } from './buffered-body';
import { isRunForm } from '../run-form';

/** The forms of these screens are kept until their sender has logged in again. */
const keeps = /^\/integration\//;

const bodiless = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
const urlEncoded = 'application/x-www-form-urlencoded';

/**
 * Lets pass each body that a screen can read as a form: URL-encoded, multipart, or none, which is an empty form. Problems:
 * not-a-form for another content type, or not-found when no page has the path; unparsable for a multipart body without its
 * boundary or its end, or with a file; too-large for more fields or longer lists than a screen has; a guest's screens have few.
 * An import reports its problems itself. The body is already in memory.
 */
export function requireForm(isPage: (path: string) => Promise<boolean>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (bodiless.has(c.req.method) || isImport(c.req)) return next();
    const type = c.req.header('Content-Type');
    if (type === undefined && !isBodySent(c.req.raw.headers)) {
      c.req.raw = emptyForm(c.req.raw);
      return next();
    }
    const most = c.get('isGuest') && !keeps.test(c.req.path) ? maxGuestFields : undefined;
    const [essence = ''] = (type ?? '').split(';');
    switch (essence.trim().toLowerCase()) {
      case urlEncoded:
        // Parameters behind the semicolon can still make the type unreadable.
        if (!(await readForm(emptyBody(type)))) break;
        return isUrlEncodedFit(await copyBody(c.req.raw), most) ? next() : problemResponse(c, unfit);
      case 'multipart/form-data': {
        if (isRunForm(c.req)) {
          const read = readMultipart(await copyBody(c.req.raw), type ?? '');
          if (read.kind !== 'parts') return problemResponse(c, read);
          const fields = read.parts.map(({ name, filename, content }): [string, string] => [
            name,
            filename === undefined ? content.toString() : '',
          ]);
          return isScreensForm(fields) ? next() : problemResponse(c, unfit);
        }
        if (hasTooManyFields(await copyBody(c.req.raw), '\r\n--', most)) return problemResponse(c, unfit);
        const form = await readForm(c.req.raw.clone());
        if (!form) return problemResponse(c, { kind: 'unparsable' });
        // The screens read texts, and would take a file for one.
        if ([...form.values()].some((value) => typeof value !== 'string')) return problemResponse(c, noFiles);
        return isScreensForm(form) ? next() : problemResponse(c, unfit);
      }
    }
    return problemResponse(c, { kind: (await isPage(c.req.path)) ? 'not-a-form' : 'not-found' });
  };
}

/** Returns a request with an empty body of that content type. */
function emptyBody(type = ''): Request {
  return new Request('http://ours.invalid', { method: 'POST', headers: { 'Content-Type': type }, body: '' });
}

function emptyForm({ url, method, headers, signal }: Request): Request {
  const typed = new Headers(headers);
  typed.set('Content-Type', urlEncoded);
  return new Request(url, { method, headers: typed, signal });
}

const noFiles: Problem = { kind: 'unparsable', message: 'This form takes no files.' };

const unfit: Problem = {
  kind: 'too-large',
  message: 'This form has more fields or longer lists than can be read.',
};

function isUrlEncodedFit(body: Buffer, most?: number): boolean {
  return !hasTooManyFields(body, '&', most) && isScreensForm(new URLSearchParams(body.toString()));
}

async function copyBody(request: Request): Promise<Buffer> {
  return Buffer.from(await request.clone().arrayBuffer());
}

/** Reads the body as a form; undefined when it cannot be read as one. */
async function readForm(request: Request): Promise<FormData | undefined> {
  return request.formData().catch(() => undefined);
}

/** A path that is almost the address of a webhook: somebody may have mistyped it. */
const nearlyWebhook = /^\/+webhooks?(?:\/|$)/i;

/**
 * Refuses deliveries to such a path. GET and HEAD pass, since a person may follow a link there. Other methods come from a
 * program that wants to deliver. Problem: not-found, with the address that deliveries go to.
 */
export function rejectMistakenWebhooks(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || !nearlyWebhook.test(c.req.path)) return next();
    const message = 'Nothing is at this address. Deliveries go to /webhook/{integrationId}.';
    return problemResponse(c, { kind: 'not-found', message });
  };
}
