// Reads a public form that was sent, within bounds that anybody may use up.
import type { Context } from 'hono';
import { newId } from '~/db/core/id';
import type { FormField } from '~/engine/triggers/form';
import { formBounds } from '~/engine/triggers/form-bounds';
import { nameControl } from '~/engine/triggers/form-control';
import { formKeyField } from '~/failures';
import type { Problem } from '~/problem';
import { readSentForm, type SentForm } from '~/services/runs/typed-form';
import { readFormParts } from '~/services/webhooks/bodies/form-parts';
import { toProblem } from '~/services/webhooks/bodies/payload-outcome';
import { maxTextBytes, readBytes } from '../http/bodies/buffered-body';
import { createPartCutter } from '../http/bodies/part-cutter';
import type { ApiEnv } from '../http/problem-response';

/** How much more than is kept may arrive of files that are too large, in bytes. */
const maxCutBytes = 8 * 1024 * 1024;

/**
 * Reads a form with at most `maxFileBytes` of files, beside its texts. Cuts files that are too large; texts stay whole.
 * Problems: not-a-form, too-large, unavailable, unparsable.
 */
export async function readPublicForm(c: Context<ApiEnv>, maxFileBytes: number): Promise<SentForm | Problem> {
  const type = c.req.header('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) return { kind: 'not-a-form' };
  const room = maxFileBytes + maxTextBytes;
  const body = await readBytes(c.req.raw, {
    maxBytes: room + maxTextBytes,
    maxArriving: room + maxCutBytes,
    held: c.get('bodies'),
    cut: createPartCutter(type, room),
  });
  if ('kind' in body) return body;
  const read = readFormParts(body, type);
  return read.kind === 'fields' ? readSentForm(read.fields) : toProblem(read);
}

/**
 * Reads what was typed, by the names of the controls: no more than twice what a field may have, so that what is too long still
 * reads as too long. The page that shows it again would be as long as whatever somebody sends, with six letters for a quote.
 */
export function readTexts(fields: readonly FormField[], formData: FormData): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => {
      const name = nameControl(field);
      const most = field.type === 'long_text' ? formBounds.longText : formBounds.text;
      return [name, readText(formData, name, 2 * most)];
    }),
  );
}

/** Reads the key of a form, by which a second sending is known; empty when it has none. */
export function readSentKey(formData: FormData): string {
  return readText(formData, formKeyField, newId().length);
}

function readText(formData: FormData, name: string, most: number): string {
  return String(formData.get(name) ?? '').slice(0, most);
}
