// A form that a browser sent without script while its session was over, whichever screen it stood on: once its user is back the
// screen is opened with what they typed in it. The editor has a way of its own, back into its fields.
import type { AppContext } from '~/context';
import { isSecretField } from '~/secret-form-fields';
import { findKeptForm, keepForm, replaceKeptForm, type TypedFields } from './kept-forms';

/** What was typed, without what is secret. */
export interface UnsentForm {
  /** The path, with its query, that it was sent to. */
  action: string;
  /** The path, with its query, of the screen that it stood on. */
  screen: string;
  /** The id of the organization that was selected; '' for none. */
  organizationId: string;
  fields: TypedFields;
  /** The names of fields that were filled in and are not kept. */
  secrets: string[];
  /** It was sent meanwhile: nothing that was typed is left of it. */
  isSent?: boolean;
}

/** Stands in the address of the screen that is opened again. */
export const unsentParameter = 'unsent';
/** Not a screen's path: the editor's forms are kept for theirs. */
const page = '/unsent';

/** What a form holds that nobody types. */
const untyped =
  /^(?:intent|__intent__|id|version|returnTo|page|confirmation|index|(?:user|organization|integration|invitation|call|test)Id)$/;

/** Whether a person types what the field of this name holds. */
export function isTypedField(name: string): boolean {
  return !untyped.test(name);
}

/** What is pasted into an import may hold any secret. */
const ofImports = /^\/integration\/(?:import|[^/]+\/import)(?:$|[/?])/;
/** It has its own way, and secrets in places that are not known here. */
const ofEditor = /^(?:apiCalls\[|triggerConfig\.)/;

/**
 * Keeps the form of a user whose session was over, for half an hour. Returns the path of its screen, by which it is filled in
 * again; undefined where nothing was typed into it, or it cannot be kept.
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
  if (id === undefined) return undefined;
  const [path = '', query] = screen.split('?');
  const search = new URLSearchParams(query);
  search.set(unsentParameter, id);
  return `${path}?${search.toString()}`;
}

/** Who looks, and where. */
interface Visit {
  userId: string;
  /** Of the selected organization; '' for none. */
  organizationId: string;
  url: string;
}

/**
 * The form whose screen the address opens, and its id; undefined where it names none, or one that is over, another user's, another
 * screen's, or was typed for another organization.
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
 * Forgets what was typed, once the same form was sent: to the same path, with the same intent. That it was sent stays known for the
 * half hour, as its screen's address still names it.
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

/** The form; undefined when it is over or another user's. It may be asked for again. */
export async function findUnsentForm(
  context: AppContext,
  userId: string,
  id: string,
): Promise<UnsentForm | undefined> {
  const [about, ...fields] = (await findKeptForm(context, { userId, page }, id)) ?? [];
  if (!about) return undefined;
  return { ...(JSON.parse(about[1]) as Omit<UnsentForm, 'fields'>), fields };
}
