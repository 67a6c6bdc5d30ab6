// A form of any screen that a browser sent without script after its session had ended, or another tab had switched the
// organization. Once the user has logged in or switched back, the screen opens with what they typed in it. The editor restores
// its fields in a way of its own.
import type { AppContext } from '~/context';
import { isSecretField } from '~/secret-form-fields';
import { findKeptForm, keepForm, replaceKeptForm, type TypedFields } from './kept-forms';

/** What a user typed into a form, without secrets. */
export interface UnsentForm {
  /** The path, with its query, that the form was sent to. */
  action: string;
  /** The path, with its query, of the screen that shows the form. */
  screen: string;
  /** The id of the organization that the form is for; '' for none. */
  organizationId: string;
  fields: TypedFields;
  /** The names of secret fields that were filled in; their values are not kept. */
  secrets: string[];
  /** Whether the form was sent meanwhile; then nothing that was typed is left of it. */
  isSent?: boolean;
}

/** The query parameter in the URL of the screen that opens again. */
export const unsentParameter = 'unsent';
/** The page of these forms. It is no screen's path, since the editor's forms are kept under theirs. */
const page = '/unsent';

/** The fields that nobody types. */
const untyped =
  /^(?:intent|__intent__|formKey|id|returnTo|page|confirmation|index|(?:user|organization|integration|invitation|call|test)Id)$/;

/** Checks whether a field says what the form showed: the version of what it changes, or the values of `SeenFields`. */
export function tellsWhatWasShown(name: string): boolean {
  return /^(?:version|seen(?:$|[.A-Z]))/.test(name);
}

/** Checks whether a person types into the field of this name. */
export function isTypedField(name: string): boolean {
  return !untyped.test(name) && !tellsWhatWasShown(name);
}

/** The actions of imports: pasted text may hold any secret. */
const ofImports = /^\/integration\/(?:import|[^/]+\/import)(?:$|[/?])/;
/** The fields of the editor, which restores its forms itself and has secrets in places that are not known here. */
const ofEditor = /^(?:apiCalls\[|triggerConfig\.)/;

/**
 * Keeps the form of a user for half an hour. Returns the path of its screen, which names it and fills it in again; undefined
 * where nothing was typed into it, or it cannot be kept.
 */
export async function keepUnsentForm(
  context: AppContext,
  userId: string,
  { action, screen, organizationId, fields }: Omit<UnsentForm, 'secrets'>,
): Promise<string | undefined> {
  if (ofImports.test(action) || fields.some(([name]) => ofEditor.test(name))) return undefined;
  const secrets = fields.filter(([name, value]) => value !== '' && isSecretField(name, fields, action));
  const kept = fields.filter(([name]) => !isSecretField(name, fields, action));
  if (!kept.some(([name, value]) => isTypedField(name) && value.trim() !== '')) return undefined;
  const names = [...new Set(secrets.map(([name]) => name))];
  const about = JSON.stringify({ action, screen, organizationId, secrets: names });
  const id = await keepForm(context, { userId, page }, [['', about], ...kept]);
  return id === undefined ? undefined : screenOfForm(screen, id);
}

/** Returns the path of a screen that opens with a kept form. */
export function screenOfForm(screen: string, id: string): string {
  const [path = '', query] = screen.split('?');
  const search = new URLSearchParams(query);
  search.set(unsentParameter, id);
  return `${path}?${search.toString()}`;
}

/** A user who opens a screen, and its URL. */
interface Visit {
  userId: string;
  /** The id of the selected organization; '' for none. */
  organizationId: string;
  url: string;
}

/**
 * Returns the form whose screen the URL opens, and its id; undefined where the URL names none, or a form that has expired, is
 * another user's or another screen's, or was typed for another organization.
 */
export async function findFormOfScreen(
  context: AppContext,
  { userId, organizationId, url }: Visit,
): Promise<(UnsentForm & { id: string }) | undefined> {
  const { origin, pathname, searchParams } = new URL(url);
  const id = searchParams.get(unsentParameter);
  const form = id === null ? undefined : await findUnsentForm(context, userId, id);
  if (id === null || form?.organizationId !== organizationId) return undefined;
  return new URL(form.screen, origin).pathname === pathname ? { id, ...form } : undefined;
}

/**
 * Forgets what was typed, once the same form was sent: to the same path, with the same intent. The fact that it was sent is
 * kept for the rest of the half hour, as the screen's URL still names the form.
 */
export async function forgetSentForm(
  context: AppContext,
  userId: string,
  id: string,
  sent: { path: string; fields: TypedFields },
): Promise<void> {
  const form = await findUnsentForm(context, userId, id);
  if (!form || form.isSent) return;
  const { action, fields, ...about } = form;
  if (action.split('?')[0] !== sent.path || findIntent(fields) !== findIntent(sent.fields)) return;
  const left = JSON.stringify({ ...about, action, secrets: [], isSent: true });
  await replaceKeptForm(context, { userId, page }, id, [['', left]]);
}

function findIntent(fields: TypedFields): string | undefined {
  return fields.find(([name]) => name === 'intent')?.[1];
}

/** Returns the form; undefined when it has expired or is another user's. It can be read again. */
export async function findUnsentForm(
  context: AppContext,
  userId: string,
  id: string,
): Promise<UnsentForm | undefined> {
  const [about, ...fields] = (await findKeptForm(context, { userId, page }, id)) ?? [];
  if (!about) return undefined;
  return { ...(JSON.parse(about[1]) as Omit<UnsentForm, 'fields'>), fields };
}
