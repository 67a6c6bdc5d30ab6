// A form without script whose session was over when it was sent: the log-in leads back to what was typed.
import { readReturnPath } from '~/auth/return-path';
import { findEndedSessionUser, readSessionToken } from '~/auth/session';
import type { AppContext } from '~/context';
import { keepUnsentForm } from '~/services/accounts/unsent-forms';
import type { CopiedForm } from './sent-form';

const expired = '/session-expired';

/** The response, which leads to the log-in and from there to the form where that can be kept; any other response as it is. */
export async function leadBackToForm(
  context: AppContext,
  request: Request,
  response: Response,
  readForm: () => Promise<CopiedForm>,
): Promise<Response> {
  const location = response.headers.get('Location');
  if (!location?.startsWith(expired)) return response;
  const screen = readReturnPath(new URLSearchParams(location.slice(expired.length)).get('returnTo'));
  // The editor's goes back into its fields.
  if (new URL(screen, context.config.appUrl).searchParams.has('kept')) return response;
  try {
    const back = await keep(context, request, screen, readForm);
    if (back === undefined) return response;
    const headers = new Headers(response.headers);
    headers.set('Location', `${expired}?${new URLSearchParams({ returnTo: back }).toString()}`);
    return new Response(null, { status: response.status, headers });
  } catch (error) {
    context.log.warn({ err: error }, 'a form could not be kept until its user is back');
    return response;
  }
}

async function keep(
  context: AppContext,
  request: Request,
  screen: string,
  readForm: () => Promise<CopiedForm>,
): Promise<string | undefined> {
  const token = await readSessionToken(context.config, request);
  // Of strangers nothing is read.
  const user = token && (await findEndedSessionUser(context.db, token));
  if (!user) return undefined;
  const fields = await readForm();
  if (fields === 'unkept') return undefined;
  const { pathname, search } = new URL(request.url);
  return keepUnsentForm(context, user.id, { action: pathname + search, screen, fields });
}
