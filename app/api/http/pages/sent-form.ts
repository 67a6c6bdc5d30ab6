// The fields of a form whose screen failed, or that came without a session, so that the user need not type them again.
import type { SentForm } from '~/failures';

/** The names of fields that are not repeated: users type passwords and card numbers again. */
const unrepeated = /password|cvv|card_?number/i;

/** The largest form that is copied, in bytes; both copies are held in memory. Typed forms have kilobytes, files more. */
const maxCopiedBytes = 1024 * 1024;

/** The texts in their order, and whether files were sent beside them; 'unkept' when they are very long. */
export type CopiedForm = { fields: [name: string, value: string][]; hasFiles: boolean } | 'unkept';

/**
 * Returns a reader of the fields of a form that a browser sent without script; undefined for other requests. The reader may be
 * called once.
 *
 * @param request unread; only its copy is read
 */
export function copySentForm(request: Request): (() => Promise<CopiedForm>) | undefined {
  // Script asks for a route's data, and keeps the page with everything that was typed on it.
  return new URL(request.url).pathname.endsWith('.data') ? undefined : copyForm(request);
}

/** Returns such a reader also for a form that script sent. */
export function copyForm(request: Request): (() => Promise<CopiedForm>) | undefined {
  if (request.method !== 'POST' || !request.body) return undefined;
  // A copy must be read whole: an unread rest of a larger copy would hold up the other one.
  const bytes = request.headers.get('Content-Length');
  if (bytes === null || Number(bytes) > maxCopiedBytes) return async () => 'unkept';
  const copy = request.clone();
  return async () => {
    // A browser sends a control in which no file was chosen as one without a name.
    const fields = [...(await copy.formData())].filter(
      ([, value]) => typeof value === 'string' || value.name !== '',
    );
    const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
    return { fields: texts, hasFiles: texts.length < fields.length };
  };
}

/** Returns the fields that a page may show again; 'unkept' for forms with passwords, card data, files or very long texts. */
export function repeatForm(form: CopiedForm): SentForm {
  if (form === 'unkept' || form.hasFiles) return 'unkept';
  const holdsSecret = form.fields.some(([name, text]) => text !== '' && unrepeated.test(name));
  return holdsSecret ? 'unkept' : form.fields;
}
