import { createTestUser, signInAs } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createCheckedApp } from '../checked-app';

export type Owner = Awaited<ReturnType<typeof signInOwner>>;

/** A new installation, and an owner who calls its API of integrations. */
export async function signInOwner() {
  const context = await createTestContext();
  const app = createCheckedApp(context);
  const { user, organizationId } = await createTestUser(context);
  const cookie = await signInAs(context, user.id);

  /** @param as the cookie of another user; null: nobody is signed in */
  async function ask(method: string, path: string, body?: unknown, as: string | null = cookie) {
    const headers = new Headers();
    if (as) headers.set('Cookie', as);
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    const sent = { method, headers, body: JSON.stringify(body) };
    const response = await app.request(`/api/integrations${path}`, sent);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  }

  /** Returns the id of the new integration. */
  async function create(body: object = {}): Promise<string> {
    const { status, body: made } = await ask('POST', '', { name: 'Orders', ...body });
    if (status !== 201) throw new Error(JSON.stringify(made));
    return made.id;
  }

  return { context, app, organizationId, cookie, ask, create };
}
