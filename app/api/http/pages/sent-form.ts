// The fields of a form whose screen failed, or which came without a session, so that nobody has to type them again.
import type { SentForm } from '~/failures';

/** Passwords and card numbers are not kept; people type them again. */
const unrepeated = /password|cvv|card_?number/i;

/** Both copies are held in memory. Forms that people type are a few kilobytes; imports and files are larger. */
const maxCopiedBytes = 1024 * 1024;

/** The fields in their order; 'unkept' where they hold files, or are very long. */
export type CopiedForm = [name: string, value: string][] | 'unkept';

/**
 * The fields of a form that a browser sent by itself, without script; undefined for other requests. They are read once, when they are
 * first asked for.
 *
 * @param request unread; only its copy is read
 */
export function copySentForm(request: Request): (() => Promise<CopiedForm>) | undefined {
  // Script asks for a route's data, and keeps the page and all that is typed on it.
  return new URL(request.url).pathname.endsWith('.data') ? undefined : copyForm(request);
}

/** The same, of a form that script sent, too. */
export function copyForm(request: Request): (() => Promise<CopiedForm>) | undefined {
  if (request.method !== 'POST' || !request.body) return undefined;
  // Only a copy that will be read whole may be made: what is left of a larger one would hold up the other.
  const bytes = request.headers.get('Content-Length');
  if (bytes === null || Number(bytes) > maxCopiedBytes) return async () => 'unkept';
  const copy = request.clone();
  return async () => {
    const fields = [...(await copy.formData())];
    const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
    return texts.length === fields.length ? texts : 'unkept';
  };
}

/** What a page may give back; 'unkept' when it holds what none repeats: passwords, card data, files, very long texts. */
export function repeatForm(form: CopiedForm): SentForm {
  const holdsSecret = form !== 'unkept' && form.some(([name, text]) => text !== '' && unrepeated.test(name));
  return holdsSecret ? 'unkept' : form;
}
