import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs } from '@remix-run/react';
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
  return { schedule: describeSchedule({ type: 'cron', cron }, app.now()) ?? null };
}

/** Returns no schedule when the request fails; a save checks the schedule again. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return serverLoader<typeof loader>().catch(() => ({ schedule: null }));
}

export const shouldRevalidate = () => false;
