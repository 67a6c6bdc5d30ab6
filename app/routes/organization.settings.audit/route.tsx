import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requirePermission } from '~/auth/guards';
import { ListPages, listNewestAndOlder } from '~/components/shell/list-pages';
import { ReloadingList } from '~/components/shell/reloading-list';
import { Card } from '~/components/ui/card';
import { listAuditKinds } from '~/db/organizations/audit-log';
import { findAuditEntries } from '~/services/organizations/audit-search';
import { AuditFilters } from './audit-filters';
import { auditParams, auditUrl, isFiltered, readAuditQuery, toFilter } from './audit-query';
import { AuditTable } from './audit-table';

const pageSize = 50;

export const meta: MetaFunction = () => [
  { title: 'Audit log · Organization Settings · Wicked Integrations' },
];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requirePermission(app, request, 'read-audit');
  const { organizationId } = membership;
  const query = readAuditQuery(new URL(request.url).searchParams);
  const page = { organizationId, ...toFilter(query), limit: pageSize + 1 };
  const rows = await findAuditEntries(app.db, page);
  const entries = rows.slice(0, pageSize);
  return {
    query,
    entries,
    kinds: await listAuditKinds(app.db, organizationId),
    nextBefore: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null,
  };
}

function describeFound(count: number, hasMore: boolean): string {
  if (count === 0) return 'No entries found';
  return `${hasMore ? 'More than ' : ''}${count} ${count === 1 ? 'entry' : 'entries'} found`;
}

export default function AuditPage() {
  const { query, entries, kinds, nextBefore } = useLoaderData<typeof loader>();
  const { before } = query;
  return (
    <Card title="Audit log" text="Who did what in this organization, newest first." flush>
      <AuditFilters query={query} kinds={kinds} found={describeFound(entries.length, nextBefore !== null)} />
      <ReloadingList params={[...auditParams]}>
        {entries.length > 0 ? (
          <AuditTable entries={entries} />
        ) : (
          <p className="px-5 py-8 text-center text-ink-muted">
            {isFiltered(query) ? 'No entries match these filters.' : 'No entries yet.'}
          </p>
        )}
      </ReloadingList>
      <ListPages
        links={listNewestAndOlder(
          auditUrl({ ...query, before: '' }),
          before === '',
          nextBefore && auditUrl({ ...query, before: nextBefore }),
        )}
      />
    </Card>
  );
}
