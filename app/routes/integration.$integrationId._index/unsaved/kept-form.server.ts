// Keeps a form that was sent without script after the session had ended, or for another organization than the selected one, and
// restores what was typed after the log-in or the switch.
import type { ActionFunctionArgs } from '@remix-run/node';
import { parseWithZod } from '@conform-to/zod/v4';
import { findUserOf } from '~/auth/guards';
import { findEndedSessionUser, readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import { findKeptForm, keepForm, type TypedFields } from '~/services/accounts/kept-forms';
import { isForPage } from '../../integration.$integrationId/action-context';
import { EditorForm } from '../form/editor-form';
import { isSecretField } from './draft';

/** The mask that stands for a stored secret; sending it means that the secret stays as it is. */
const masked = '••••';

const pages = ['/session-expired', '/unsent'] as const;

/**
 * Returns the response for an action that ended with `thrown`. When `thrown` redirects a request without a session to the
 * log-in, or one for another organization to the page that says so, and the form can be kept, the redirect also names the way
 * back to the form. With script the browser keeps the form.
 */
export async function leadBackToForm(
  { request, params, context: { app } }: ActionFunctionArgs,
  thrown: unknown,
): Promise<unknown> {
  const location = thrown instanceof Response ? thrown.headers.get('Location') : null;
  const to = pages.find((each) => location?.startsWith(each));
  if (!(thrown instanceof Response) || !to || !isForPage(request)) return thrown;
  // The body is read only when the session, even an ended one, belongs to a known user.
  const user = await (to === '/unsent' ? findUserOf(app, request) : findFormerUser(app, request));
  if (!user) return thrown;
  const sent = await request.formData();
  const page = `/integration/${params.integrationId}`;
  let id: string | undefined;
  try {
    if (sent.has('version')) id = await keepForm(app, { userId: user.id, page }, listTyped(sent));
  } catch (error) {
    app.log.warn({ err: error }, 'a form could not be kept until its user is back');
  }
  if (id === undefined) return thrown;
  const back = `${page}?${new URLSearchParams({ kept: id })}`;
  const headers = new Headers(thrown.headers);
  headers.set('Location', `${to}?${new URLSearchParams({ returnTo: back })}`);
  return new Response(null, { status: thrown.status, headers });
}

async function findFormerUser(app: AppContext, request: Request) {
  const token = await readSessionToken(app.config, request);
  return token === undefined ? undefined : findEndedSessionUser(app.db, token);
}

/** Returns the kept values of the form; undefined when nothing was kept for this user. */
export async function findKeptValues(
  app: AppContext,
  whose: { userId: string; page: string },
  id: string,
): Promise<object | undefined> {
  const fields = await findKeptForm(app, whose, id);
  if (!fields) return undefined;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return parseWithZod(form, { schema: EditorForm }).reply().initialValue ?? undefined;
}

/** Lists the fields that the user typed, without secrets and without the button that was pressed. */
function listTyped(sent: FormData): TypedFields {
  const groups = new Map<string, Record<string, unknown>>();
  for (const [name, value] of sent) {
    const [group, key] = splitName(name);
    const fields = groups.get(group) ?? {};
    fields[key] = value;
    groups.set(group, fields);
  }
  return [...sent].flatMap(([name, value]): TypedFields => {
    if (typeof value !== 'string' || name === 'intent' || name === '__intent__') return [];
    const [group, key] = splitName(name);
    const isSecret = !value.startsWith(masked) && isSecretField(groups.get(group) ?? {}, key);
    return isSecret ? [] : [[name, value]];
  });
}

/** Splits the name of a field into the group that holds it and its name there. */
function splitName(name: string): [group: string, key: string] {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, Math.max(dot, 0)), name.slice(dot + 1)];
}
