import type { ActionFunctionArgs } from '@remix-run/node';
import { requireMembership } from '~/auth/guards';
import type { AppContext } from '~/context';
import type { Actor } from '~/services/actor';

/** Whose integration a form is about. */
export interface ActionContext {
  app: AppContext;
  actor: Actor;
  id: string;
}

export async function readActionContext({
  request,
  params,
  context: { app, address },
}: ActionFunctionArgs): Promise<ActionContext> {
  const { user, membership } = await requireMembership(app, request);
  const actor = { userId: user.id, organizationId: membership.organizationId, address };
  return { app, actor, id: params.integrationId ?? '' };
}
