import { readSessionToken } from '~/auth/session';
import { redirectWithToast } from '~/auth/toast-cookie';
import { describeSessions, revokeSession, revokeOtherSessions } from '~/services/accounts/sessions';
import type { Submitted } from './profile-action';

export async function submitEndSession({ app, user, address, form, returnTo }: Submitted) {
  await revokeSession(app, user, String(form.get('session')), address);
  const toast = { title: 'Session ended', description: 'That device has to log in again.' };
  return redirectWithToast(app, returnTo, { tone: 'success', ...toast });
}

export async function submitEndOthers({ app, user, address, request, returnTo }: Submitted) {
  const token = await readSessionToken(app.config, request);
  const current = (await describeSessions(app, user.id, token)).find(({ isCurrent }) => isCurrent);
  if (current) await revokeOtherSessions(app, user, current.id, address);
  const toast = { title: 'Sessions ended', description: 'Every other device has to log in again.' };
  return redirectWithToast(app, returnTo, { tone: 'success', ...toast });
}
