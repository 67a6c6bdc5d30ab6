// A form that is sent again creates and starts nothing twice. When the response to the first one is lost, the browser sends the form
// again by itself, or the user presses the button again; without script a double press or a reload does. Each page has a key. What
// a form creates gets an id that follows from the key, its user and all that the form says, so that the second one finds it taken.
import { createHmac, hkdfSync } from 'node:crypto';
import { readFormKey } from '~/auth/form-key';
import type { AppContext } from '~/context';
import { inQuotes } from '~/engine/texts/in-quotes';
import { formKeyField } from '~/failures';

/** Who sends the form. A person without an organization may create one; administrators act without one. */
interface Sender {
  userId: string;
  organizationId?: string | null;
}

type Keys = Pick<AppContext, 'config'>;

/** It follows from the user already, and may be typed anew. */
const passwordField = 'currentPassword';

/**
 * Returns the id of a sent form: UUID version 8 (RFC 9562 §5.8), 122 bits of an HMAC-SHA-256 that nobody can guess. Another word,
 * user or organization makes another id. Undefined without a key, as from a page of an earlier release.
 */
export function idOfForm(context: Keys, sender: Sender, form: FormData): string | undefined {
  return writeId(digestForm(context, sender, form));
}

/** Like {@link idOfForm}, but sorts by the time at which the page was made, among the ids of `newId`. Only 74 bits are secret. */
export function sortedIdOfForm(context: Keys, sender: Sender, form: FormData): string | undefined {
  const digest = digestForm(context, sender, form);
  const time = readKey(form)?.replaceAll('-', '').slice(0, 12);
  return writeId(digest && `${time}${digest.slice(12)}`);
}

/** Returns the token of a link that a sent form mails, like `createToken`: the same one when the form is sent again. */
export function tokenOfForm(context: Keys, sender: Sender, form: FormData): string | undefined {
  const digest = digestForm(context, sender, form, 'tokens');
  return digest && Buffer.from(digest, 'hex').toString('base64url');
}

function readKey(form: FormData): string | undefined {
  return readFormKey(form.get(formKeyField));
}

function digestForm(
  { config }: Keys,
  sender: Sender,
  form: FormData,
  use: 'ids' | 'tokens' = 'ids',
): string | undefined {
  if (!readKey(form)) return undefined;
  const fields = [...form].filter(([name]) => name !== passwordField);
  const key = Buffer.from(hkdfSync('sha256', config.appKey, '', `${use} of sent forms`, 32));
  const text = JSON.stringify([sender.userId, sender.organizationId ?? '', fields]);
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Writes the first 122 bits as a UUID, around its version and its variant. */
function writeId(digest: string | undefined): string | undefined {
  const parts = digest && /^(.{8})(.{4}).(.{3})(.)(.{3})(.{12})/.exec(digest);
  if (!parts) return undefined;
  const [, first, second, third, variant = '0', fourth, last] = parts;
  return `${first}-${second}-8${third}-${'89ab'[Number.parseInt(variant, 16) & 3]}${fourth}-${last}`;
}

/** Says that a form was drawn for another organization than the selected one. */
export function describeOther(organizationName: string): string {
  return `${inQuotes(organizationName)} is selected now, but the form was for another organization. Nothing was changed.`;
}
