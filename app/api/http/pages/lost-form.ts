// A form sent without script after its session had ended: the login leads back to its screen, with what the user typed in it.
// And one that was drawn for another organization than the selected one: a page shows what was typed.
import { readFormOrganization } from '~/auth/form-key';
import { findMembershipOf, findUserOf, findViewer } from '~/auth/guards';
import { addReturnPath, readReturnPath } from '~/auth/return-path';
import { findEndedSessionUser, readSessionToken } from '~/auth/session';
import { takeToast } from '~/auth/toast-cookie';
import type { AppContext } from '~/context';
import {
  findFormOfScreen,
  forgetSentForm,
  keepUnsentForm,
  unsentParameter,
} from '~/services/accounts/unsent-forms';
import { fillForm } from './filled-form';
import { copyForm, type CopiedForm } from './sent-form';

const expired = '/session-expired';
/** The page that shows every kept field, and sends the form. */
const unsentPath = '/unsent';

/**
 * Returns a redirect to the login and back to the form, or to the page that shows what was typed for another organization, when
 * the form can be kept; otherwise the response as it is.
 */
export async function leadBackToForm(
  context: AppContext,
  request: Request,
  response: Response,
  readForm: () => Promise<CopiedForm>,
): Promise<Response> {
  const location = response.headers.get('Location') ?? '';
  const page = [expired, unsentPath].find((each) => location.startsWith(each));
  if (page === undefined) return response;
  const screen = readReturnPath(new URLSearchParams(location.slice(page.length)).get('returnTo'));
  // The editor restores its own form.
  if (new URL(screen, context.config.appUrl).searchParams.has('kept')) return response;
  try {
    const isOther = page === unsentPath;
    const whose = isOther ? await findWriter(context, request) : await findFormerWriter(context, request);
    const back = whose && (await keep(context, request, { ...whose, screen }, readForm));
    if (back === undefined) return response;
    const headers = new Headers(response.headers);
    headers.set('Location', isOther ? unsentUrl(readId(back)) : addReturnPath(expired, back));
    return new Response(null, { status: response.status, headers });
  } catch (error) {
    context.log.warn({ err: error }, 'a form could not be kept until its user is back');
    return response;
  }
}

function readId(screen: string): string {
  return new URLSearchParams(screen.split('?')[1]).get(unsentParameter) ?? '';
}

function unsentUrl(id: string): string {
  return `${unsentPath}?${new URLSearchParams({ kept: id }).toString()}`;
}

interface Writer {
  userId: string;
  organizationId: string;
}

/** Finds the user whose session is over, and the organization that was selected in it. The fields of strangers are not read. */
async function findFormerWriter(context: AppContext, request: Request): Promise<Writer | undefined> {
  const token = await readSessionToken(context.config, request);
  const user = token && (await findEndedSessionUser(context.db, token));
  if (!user) return undefined;
  const { membership } = await findMembershipOf(context, request, user);
  return { userId: user.id, organizationId: membership?.organizationId ?? '' };
}

/** Finds the signed-in user, and the organization that the form was drawn for. */
async function findWriter(context: AppContext, request: Request): Promise<Writer | undefined> {
  const user = await findUserOf(context, request);
  const organizationId = readFormOrganization(request);
  return user && organizationId !== undefined ? { userId: user.id, organizationId } : undefined;
}

async function keep(
  context: AppContext,
  request: Request,
  { userId, organizationId, screen }: Writer & { screen: string },
  readForm: () => Promise<CopiedForm>,
): Promise<string | undefined> {
  const form = await readForm();
  if (form === 'unkept') return undefined;
  const { fields } = form;
  const { pathname, search } = new URL(request.url);
  return keepUnsentForm(context, userId, { action: pathname + search, screen, organizationId, fields });
}

/**
 * Returns the page with the kept values in its form, when its address names a kept form. A page whose form cannot hold them
 * redirects to the page that can. The response to a form sent from there is returned as it is.
 */
export async function openAgain(
  context: AppContext,
  request: Request,
  response: Response,
): Promise<Response> {
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (request.method !== 'GET' || response.status !== 200 || !isPage) return response;
  if (!new URL(request.url).searchParams.has(unsentParameter)) return response;
  const viewer = await findViewer(context, request);
  if (!viewer) return response;
  const organizationId = viewer.membership?.organizationId ?? '';
  const whose = { userId: viewer.user.id, organizationId, url: request.url };
  const form = await findFormOfScreen(context, whose);
  if (!form || form.isSent) return response;
  const page = await response.text();
  const filled = fillForm(page, form);
  if (filled !== undefined) return new Response(filled, response);
  return new Response(null, { status: 302, headers: { Location: unsentUrl(form.id) } });
}

/** Returns the id of the kept form: from the screen's own address, or from the address of the page that sent the form. */
function readUnsentId(request: Request): string | undefined {
  const referer = request.headers.get('Referer') ?? '';
  const addresses = [request.url, ...(URL.canParse(referer) ? [referer] : [])].map((each) => new URL(each));
  const ids = addresses.map(({ pathname, searchParams }) =>
    searchParams.get(pathname === unsentPath ? 'kept' : unsentParameter),
  );
  return ids.find((id) => id !== null) ?? undefined;
}

/**
 * Returns what to do with the response to a request: forget the kept form that the request sent, if the server accepted it.
 * Undefined for requests that send no kept form.
 *
 * @param request unread; only its copy is read
 */
export function followUnsentForm(
  context: AppContext,
  request: Request,
): ((response: Response) => Promise<void>) | undefined {
  const id = readUnsentId(request);
  const readForm = id === undefined ? undefined : copyForm(request);
  if (id === undefined || !readForm) return undefined;
  return async (response) => {
    if (response.status >= 400 || (await isRefusal(context, response))) return;
    try {
      const [form, viewer] = [await readForm(), await findViewer(context, request)];
      if (!viewer || form === 'unkept') return;
      const sent = { path: readPath(request), fields: form.fields };
      await forgetSentForm(context, viewer.user.id, id, sent);
    } catch (error) {
      context.log.warn({ err: error }, 'a form that was sent stays kept for half an hour');
    }
  };
}

/** Returns the path of the screen, also where script asks for its data. */
function readPath(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/_root\.data$/, '/').replace(/\.data$/, '');
}

/**
 * Checks whether the form was not accepted: the redirect reports a failure on the next page, or asks for something first and
 * names the way back.
 */
async function isRefusal({ config }: AppContext, response: Response): Promise<boolean> {
  const { searchParams } = new URL(response.headers.get('Location') ?? '', config.appUrl);
  if (searchParams.has('returnTo')) return true;
  const Cookie = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const { toast } = await takeToast({ config }, new Request(config.appUrl, { headers: { Cookie } }));
  return toast?.tone === 'destructive';
}
