// Which organization a person looks at. The cookie only remembers a wish: the guard checks it against the
// memberships each time, so it needs no signature and carries no authority.
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

/** The `Set-Cookie` value that selects an organization. */
export function serializeOrganizationCookie(config: Config, organizationId: string): Promise<string> {
  return organizationCookie(config).serialize(organizationId, { maxAge: yearSeconds });
}

/** The `Set-Cookie` value that forgets the selection. */
export function clearOrganizationCookie(config: Config): Promise<string> {
  return organizationCookie(config).serialize('', { maxAge: 0 });
}

/** The id of the organization that was selected last, whether or not the caller still belongs to it. */
export async function readSelectedOrganization(
  config: Config,
  request: Request,
): Promise<string | undefined> {
  const value: unknown = await organizationCookie(config).parse(request.headers.get('Cookie'));
  return typeof value === 'string' ? value : undefined;
}
