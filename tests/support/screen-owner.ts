import type { ActionFunctionArgs } from '@remix-run/node';
import { takeToast } from '~/auth/toast-cookie';
import type { Actor } from '~/services/actor';
import { createTestUser, readCookies, signInAs } from './accounts';
import { createTestContext } from './context';

export type ScreenOwner = Awaited<ReturnType<typeof createScreenOwner>>;

/** A new installation, and an owner who opens its screens and sends their forms. */
export async function createScreenOwner() {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const cookie = await signInAs(context, user.id);
  const actor: Actor = { userId: user.id, organizationId };

  /** What a loader gets, or with the fields of a form, an action. */
  function visit(
    path: string,
    body?: Record<string, string>,
    params: Record<string, string> = {},
  ): ActionFunctionArgs {
    const request = new Request(`http://localhost${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Cookie: cookie },
      body: body && new URLSearchParams(body),
    });
    return { request, params, context: { app: context, nonce: '', address: '192.0.2.1' } };
  }

  /** Reads where an answer leads and the toast that is shown there; of what is shown at once, its status and data. */
  async function read(answer: unknown) {
    if (!(answer instanceof Response)) {
      const { data, init } = answer as { data: unknown; init: ResponseInit | null };
      return { status: init?.status ?? 200, data };
    }
    const shown = new Headers({ Cookie: readCookies(answer.headers.getSetCookie()) });
    const { toast } = await takeToast(context, new Request('http://localhost/', { headers: shown }));
    return { status: answer.status, location: answer.headers.get('Location'), toast };
  }

  return { context, actor, cookie, visit, read };
}
