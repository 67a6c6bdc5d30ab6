// The cookie with the selected organization. It grants nothing and needs no signature, because the guard checks it against the
// memberships on each request.
import { createCookie } from '@remix-run/node';
import type { Config } from '~/config';

const yearSeconds = 365 * 24 * 60 * 60;

function organizationCookie(config: Config) {
  return createCookie('selectedOrgMembership', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
  });
}

/** Returns the `Set-Cookie` value that selects an organization. */
export function serializeOrganizationCookie(config: Config, organizationId: string): Promise<string> {
  return organizationCookie(config).serialize(organizationId, { maxAge: yearSeconds });
}

/** Returns the `Set-Cookie` value that deletes the selection. */
export function clearOrganizationCookie(config: Config): Promise<string> {
  return organizationCookie(config).serialize('', { maxAge: 0 });
}

/** Reads the id of the organization that was selected last, even if the caller no longer belongs to it. */
export async function readSelectedOrganization(
  config: Config,
  request: Request,
): Promise<string | undefined> {
  const value: unknown = await organizationCookie(config).parse(request.headers.get('Cookie'));
  return typeof value === 'string' ? value : undefined;
}
