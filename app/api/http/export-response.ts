import type { Context } from 'hono';
import type { Permission } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import { checkPermission } from '~/services/check-permission';
import { streamText } from '~/services/organizations/export-stream';
import { actorOf, authorizeMember } from './authorize';
import type { ApiEnv } from './problem-response';

/**
 * Sends an organization's exported data as a file while it is read. The response breaks off when the caller loses their
 * session, membership or `permission` meanwhile.
 *
 * @param exported `pieces`: its text, JSON unless it has another media type
 */
export function respondExport(
  context: AppContext,
  c: Context<ApiEnv>,
  exported: { fileName: string; pieces: AsyncGenerator<string, void>; mediaType?: string },
  permission?: Permission,
): Response {
  const { organizationId } = actorOf(c);
  async function isAllowed(): Promise<boolean> {
    const actor = await authorizeMember(context, c, organizationId, { isUse: false });
    // A caller over the request limit may still finish this download.
    if (actor.kind === 'too-many-requests') return true;
    if (actor.kind !== 'actor') return false;
    return permission === undefined || !(await checkPermission(context.db, actor, permission));
  }
  return c.body(streamText(exported.pieces, isAllowed), 200, {
    'Content-Type': exported.mediaType ?? 'application/json',
    'Content-Disposition': `attachment; filename="${exported.fileName}"`,
    'Cache-Control': 'no-store',
  });
}
