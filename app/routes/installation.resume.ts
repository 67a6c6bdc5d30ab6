import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { requireUser } from '~/auth/guards';
import { redirectWithToast } from '~/auth/toast-cookie';
import { describeProblem } from '~/problem';
import { resumeInstallation } from '~/services/installation/pause';

export function loader() {
  return redirect('/');
}

/** Lets executions start again after a restore. */
export async function action({ request, context: { app, address } }: ActionFunctionArgs) {
  const user = await requireUser(app, request);
  const outcome = await resumeInstallation(app, { userId: user.id, address });
  if (outcome.kind === 'resumed') {
    const toast = { title: 'Resumed', description: 'Everything that waited starts now.' };
    return redirectWithToast(app, '/', { tone: 'success', ...toast });
  }
  const description = describeProblem(outcome).body.message;
  return redirectWithToast(app, '/', { tone: 'destructive', title: 'Error', description });
}
