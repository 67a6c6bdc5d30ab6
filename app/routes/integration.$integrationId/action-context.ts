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

/** Checks whether the response is shown as a page, as without script; with script, data is requested. */
export function isForPage({ headers }: Request): boolean {
  return headers.get('Accept')?.includes('text/html') ?? false;
}
