import type { Context } from 'hono';
import type { Permission } from '~/auth/role-permissions';
import type { AppContext } from '~/context';
import { streamPieces } from '~/services/organizations/export-stream';
import { actorOf, authorizeFor, authorizeMember } from '../authorize';
import type { ApiEnv } from '../problem-response';

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
  return c.body(streamToMember(context, c, exported.pieces, permission), 200, {
    'Content-Type': exported.mediaType ?? 'application/json',
    'Content-Disposition': `attachment; filename="${exported.fileName}"`,
    'Cache-Control': 'no-store',
  });
}

/** Streams pieces of a response while they are read; it breaks off like {@link respondExport}. */
export function streamToMember(
  context: AppContext,
  c: Context<ApiEnv>,
  pieces: AsyncGenerator<string | Uint8Array, void>,
  permission: Permission = 'read',
): ReadableStream<Uint8Array> {
  const { organizationId } = actorOf(c);
  async function isAllowed(): Promise<boolean> {
    const actor = await authorizeMember(context, c, organizationId, { isUse: false });
    return (await authorizeFor(context, permission, actor)).kind === 'actor';
  }
  return streamPieces(pieces, isAllowed);
}
