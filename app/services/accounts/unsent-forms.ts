// A form that a browser sent without script while its session was over, whichever screen it stood on: once its user is back they
// are shown what they typed, and send it by a press. The editor has a way of its own, back into its fields.
import type { AppContext } from '~/context';
import { secretFields } from '~/engine/connections/secret-fields';
import { findKeptForm, keepForm, type TypedFields } from './kept-forms';

/** What was typed, without what is secret. */
export interface UnsentForm {
  /** The path, with its query, that it was sent to. */
  action: string;
  /** The path, with its query, of the screen that it stood on. */
  screen: string;
  fields: TypedFields;
  /** The names of fields that were filled in and are not kept. */
  secrets: string[];
}

/** Not a screen's path: the editor's forms are kept for theirs. */
const page = '/unsent';

const alwaysSecret =
  /password|passphrase|secret|token|cvv|card_?number|private_?key|^(?:code|setup|response|challenge)$/i;
/** The checkbox that says of a value that it is secret. */
const secretMark = 'isSecret';
const ofConnections = new Set(Object.values(secretFields).flat());
/** What a form holds that nobody types. */
const untyped =
  /^(?:intent|__intent__|id|version|returnTo|page|confirmation|index|(?:user|organization|integration|invitation|call|test)Id)$/;

/** Whether a person types what the field of this name holds. */
export function isTypedField(name: string): boolean {
  return !untyped.test(name);
}

/** Whether the field holds what is written down nowhere. */
function isSecret(name: string, form: TypedFields, action: string): boolean {
  const [, ofConnection] = /^config\.(.*)$/.exec(name) ?? [];
  if (ofConnection !== undefined) return ofConnections.has(ofConnection);
  if (name === secretMark) return false;
  if (alwaysSecret.test(name)) return true;
  if (action.includes('/alerts/')) return name === 'url';
  return name === 'value' && form.some(([other]) => other === secretMark);
}

/** What is pasted into an import may hold any secret. */
const ofImports = /^\/integration\/(?:import|[^/]+\/import)(?:$|[/?])/;
/** It has its own way, and secrets in places that are not known here. */
const ofEditor = /^(?:apiCalls\[|triggerConfig\.)/;

/**
 * Keeps the form of a user whose session was over, for half an hour. Returns the path that shows it to them again; undefined where
 * nothing was typed into it, or it cannot be kept.
 */
export async function keepUnsentForm(
  context: AppContext,
  userId: string,
  { action, screen, fields }: Pick<UnsentForm, 'action' | 'screen' | 'fields'>,
): Promise<string | undefined> {
  if (ofImports.test(action) || fields.some(([name]) => ofEditor.test(name))) return undefined;
  const secrets = fields.filter(([name, value]) => value !== '' && isSecret(name, fields, action));
  const kept = fields.filter(([name]) => !isSecret(name, fields, action));
  if (!kept.some(([name, value]) => isTypedField(name) && value.trim() !== '')) return undefined;
  const about = JSON.stringify({ action, screen, secrets: secrets.map(([name]) => name) });
  const id = await keepForm(context, { userId, page }, [['', about], ...kept]);
  return id && `${page}?${new URLSearchParams({ kept: id }).toString()}`;
}

/** The form; undefined when it is over or another user's. It may be asked for again. */
export async function findUnsentForm(
  context: AppContext,
  userId: string,
  id: string,
): Promise<UnsentForm | undefined> {
  const [about, ...fields] = (await findKeptForm(context, { userId, page }, id)) ?? [];
  if (!about) return undefined;
  const { action, screen, secrets } = JSON.parse(about[1]) as Omit<UnsentForm, 'fields'>;
  return { action, screen, secrets, fields };
}
