import { z } from 'zod';
import type { AppContext } from '~/context';
import type { AuditRow } from '~/db/organizations/audit-log';
import { checkPermission } from '~/services/check-permission';
import { findAuditEntries } from '~/services/organizations/audit-search';
import { problemResponse } from './http/problem-response';
import { actorOf, guardOrganization } from './http/authorize';
import { Moment, pageHeaders, PageQuery, takePage } from './http/pagination';
import { createApi, defineRoute, pathOf } from './openapi/route';
import { AuditEntryResponse } from './shapes/organization';

const AuditQuery = PageQuery.extend({
  kind: z.string().optional().describe('Only entries of this kind.'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('A text in the email, the name of the integration, the detail or the network address.'),
  from: Moment.optional().describe('Only entries of this time or later (ISO 8601).'),
  to: Moment.optional().describe('Only entries before this time (ISO 8601).'),
});

/** `/api/organizations/{organizationId}/audit-log`. */
export function createAuditLogApi(context: AppContext) {
  const api = createApi();

  const listRoute = defineRoute({
    method: 'get',
    path: '/{organizationId}/audit-log',
    id: 'listAuditLog',
    tag: 'Organizations',
    access: 'member',
    guard: guardOrganization(context),
    summary: 'List the audit log',
    text: 'Newest first. For owners and admins.',
    isFresh: true,
    request: { params: pathOf('organizationId'), query: AuditQuery },
    responses: {
      200: { description: 'The entries.', schema: AuditEntryResponse.array(), headers: pageHeaders },
    },
    problems: ['forbidden'],
  });
  api.openapi(listRoute, async (c) => {
    const actor = actorOf(c);
    const refusal = await checkPermission(context.db, actor, 'read-audit');
    if (refusal) return problemResponse(c, refusal);
    const { organizationId } = actor;
    const { kind, search, from, to, ...page } = c.req.valid('query');
    const asked = {
      organizationId,
      kind,
      search: search || undefined,
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
      before: page.cursor,
      limit: page.limit + 1,
    };
    const entries = takePage(c, page, await findAuditEntries(context.db, asked), ({ id }) => id);
    return c.json(entries.map(describeEntry));
  });

  return api;
}

function describeEntry({ createdAt, ...entry }: AuditRow) {
  return { ...entry, createdAt: new Date(createdAt).toISOString() };
}
