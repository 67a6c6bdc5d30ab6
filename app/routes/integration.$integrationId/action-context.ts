import type { ActionFunctionArgs } from '@remix-run/node';
import { requireActor } from '~/auth/guards';
import type { AppContext } from '~/context';
import type { Actor } from '~/services/actor';

/** The user and the integration that a form is about. */
export interface ActionContext {
  app: AppContext;
  actor: Actor;
  id: string;
}

export async function readActionContext({
  request,
  params,
  context,
}: ActionFunctionArgs): Promise<ActionContext> {
  const { actor } = await requireActor(context, request);
  return { app: context.app, actor, id: params.integrationId ?? '' };
}
