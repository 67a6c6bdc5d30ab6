import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import { countFailuresInRow } from '~/db/integrations/cards';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { listTags } from '~/db/integrations/tags';
import { checkDeployable } from '~/engine/checks/checklist';
import { describeIntegration } from '~/services/integrations/integration-response';
import { leaveForDashboard } from '~/auth/not-found';

/** Loads the integration of a page's address for both steps. Without one, offers to switch organization or redirects home. */
export async function loadIntegration({ request, params, context: { app } }: LoaderFunctionArgs) {
  const session = await requireMembership(app, request);
  const { user, membership } = session;
  const { organizationId, organizationName } = membership;
  const key = { id: params.integrationId ?? '', organizationId };
  const row = await findDefinedIntegration(app.db, key);
  if (!row) throw await leaveForDashboard(app, session, key);
  const integration = describeIntegration(app, row);
  const {
    id,
    name,
    description,
    tags,
    isActive,
    createdAt,
    triggerConfig,
    apiCalls,
    pauseAfterErrors,
    pausedAt,
  } = integration;
  const { version, deployedVersion, loopSteps } = integration;
  const query = new URL(request.url).searchParams;
  const checklist = checkDeployable({ name, triggerConfig, apiCalls });
  const frame = {
    user,
    organizationName,
    integration: {
      id,
      name,
      description,
      tags,
      offeredTags: (await listTags(app.db, organizationId)).map(({ tag }) => tag),
      isActive,
      createdAt,
      pauseAfterErrors,
      pausedAt,
      failuresInRow: isActive ? await countFailuresInRow(app.db, key) : 0,
      version,
      deployedVersion,
      remembers:
        apiCalls.some(({ remember }) => remember) || (loopSteps ?? []).some(({ onlyNew }) => onlyNew),
    },
    callsConfigured: checklist.callsConfigured,
    renaming: query.get('dialog') === 'details',
  };
  return { row, membership, integration, checklist, query, frame };
}

export type FrameData = Awaited<ReturnType<typeof loadIntegration>>['frame'];
