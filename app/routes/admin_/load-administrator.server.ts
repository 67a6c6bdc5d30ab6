import { findMembershipOf, requireUser } from '~/auth/guards';
import type { AppContext } from '~/context';
import { administersInstallation } from '~/services/installation/administrators';

/** Who looks, for the frame of the page. Others than administrators get a 404, as if it did not exist. */
export async function loadAdministrator(app: AppContext, request: Request) {
  const user = await requireUser(app, request);
  if (!(await administersInstallation(app.db, app.config, user.id))) {
    throw new Response('Not Found', { status: 404 });
  }
  const { membership } = await findMembershipOf(app, request, user);
  return { user, organizationName: membership?.organizationName ?? 'No organization' };
}
