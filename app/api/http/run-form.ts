// Recognizes the forms that start a run or a test, which may hold files.
import type { HonoRequest } from 'hono';

/** The page of the form, and both steps of the editor. */
const screens = /^\/integration\/[^/]+(?:\/(?:run|deploy))?(?:\.data)?$/;

export function isRunForm(request: HonoRequest): boolean {
  return screens.test(request.path) && /^multipart\/form-data\b/i.test(request.header('Content-Type') ?? '');
}
