import { findMembershipOf, requireUser } from '~/auth/guards';
import type { AppContext } from '~/context';
import { administersInstallation } from '~/services/installation/administrators';

/** Returns the administrator for the frame of the page. Other users get a 404, as if the page did not exist. */
export async function loadAdministrator(app: AppContext, request: Request) {
  const user = await requireUser(app, request);
  if (!(await administersInstallation(app.db, app.config, user.id))) {
    throw new Response('Not Found', { status: 404 });
  }
  const { membership } = await findMembershipOf(app, request, user);
  return { user, organizationName: membership?.organizationName ?? 'No organization' };
}
