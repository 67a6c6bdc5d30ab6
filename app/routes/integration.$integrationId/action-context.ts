import type { ActionFunctionArgs } from '@remix-run/node';
import { refuseWithout, requireActor } from '~/auth/guards';
import { can, type Permission } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import type { Actor } from '~/services/actor';

/** The user and the integration that a form is about. */
export interface ActionContext {
  app: AppContext;
  actor: Actor;
  id: string;
  /** Whether the user may change the integration. */
  mayEdit: boolean;
}

/** Throws a redirect to the integration, with a toast, for a member without the permission that every form of the screen needs. */
export async function readActionContext(
  { request, params, context }: ActionFunctionArgs,
  permission: Permission = 'read',
): Promise<ActionContext> {
  const { actor, membership } = await requireActor(context, request);
  const id = params.integrationId ?? '';
  await refuseWithout(context.app, membership, permission, `/integration/${id}`);
  return { app: context.app, actor, id, mayEdit: can(membership, 'edit-integrations') };
}

/** Checks whether the response is shown as a page, as without script; with script, data is requested. */
export function isForPage({ headers }: Request): boolean {
  return headers.get('Accept')?.includes('text/html') ?? false;
}
