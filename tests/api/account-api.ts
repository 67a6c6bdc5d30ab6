import { Hono } from 'hono';
import type { ApiEnv } from '~/api/answer';
import { createAuthApi } from '~/api/auth';
import { createEarlyAccessApi } from '~/api/early-access';
import { createMembershipsApi } from '~/api/memberships';
import { createOrganizationsApi } from '~/api/organizations';
import { createUsersApi } from '~/api/users';
import type { AppContext } from '~/context';

/** The account calls at the addresses at which the server mounts them. */
export function createAccountApi(context: AppContext) {
  const api = new Hono<ApiEnv>();
  api.use(async (c, next) => {
    c.set('address', '192.0.2.1');
    await next();
  });
  api.route('/auth', createAuthApi(context));
  api.route('/early-access', createEarlyAccessApi(context));
  api.route('/api/users', createUsersApi(context));
  api.route('/api/organization-memberships', createMembershipsApi(context));
  api.route('/api/organizations', createOrganizationsApi(context));
  return api;
}

/** A POST with a JSON body. */
export function postJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
