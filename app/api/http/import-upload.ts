// Recognizes requests that import a document. It may be larger than any other body, and is read outside the event loop.
import type { HonoRequest } from 'hono';

const screens = /^\/integration(?:\/[^/]+)?\/import(?:\.data)?$/;
const api = '/api/integrations/import';

export function isImport(request: HonoRequest): boolean {
  const isMultipart = /^multipart\/form-data\b/i.test(request.header('Content-Type') ?? '');
  return request.path === api || (isMultipart && screens.test(request.path));
}
