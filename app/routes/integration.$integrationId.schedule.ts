import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { findIntegration } from '~/db/integrations/integrations';
import { describeSchedule } from './integration.$integrationId/schedule-preview.server';

/** Describes a schedule as it is typed in the editor, which requests this when the user leaves the fields. */
export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { organizationId } = (await requireMembership(app, request)).membership;
  const id = params.integrationId ?? '';
  if (!(await findIntegration(app.db, { id, organizationId })))
    throw new Response('Not Found', { status: 404 });
  const query = new URL(request.url).searchParams;
  const cron = { cronExpression: query.get('cronExpression') ?? '', timezone: query.get('timezone') ?? '' };
  const schedule = describeSchedule({ type: 'cron', cron }, app.now()) ?? null;
  return Response.json({ schedule }, { headers: { 'Cache-Control': 'no-store' } });
}
