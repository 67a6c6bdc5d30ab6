import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { requirePermission } from '~/auth/guards';
import { ListPages, listNewestAndOlder } from '~/components/shell/list-pages';
import { ReloadingList } from '~/components/shell/reloading-list';
import { RelativeTime } from '~/components/time/relative-time';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Select } from '~/components/ui/fields/select';
import { type Column, Table } from '~/components/ui/table';
import { accessNames, roleNameOf } from '~/components/user/role-name';
import { type AuditRow, listAuditEntries, listAuditKinds } from '~/db/organizations/audit-log';

const pageSize = 50;

export const meta: MetaFunction = () => [
  { title: 'Audit log · Organization Settings · Wicked Integrations' },
];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const { membership } = await requirePermission(app, request, 'read-audit');
  const { organizationId } = membership;
  const query = new URL(request.url).searchParams;
  const kind = query.get('kind') || undefined;
  const before = query.get('before') || undefined;
  const rows = await listAuditEntries(app.db, { organizationId, kind, before, limit: pageSize + 1 });
  const entries = rows.slice(0, pageSize);
  return {
    entries,
    kinds: await listAuditKinds(app.db, organizationId),
    kind: kind ?? '',
    isFirstPage: before === undefined,
    nextBefore: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null,
  };
}

/** Writes an event's kind in words: 'role-changed' as 'Role changed'. */
function describeKind(kind: string): string {
  const words = kind.replaceAll('-', ' ').replace(/^api\b/, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Writes which integration an entry is about before what was done to it: 'Orders: Version 2'. */
function describeSubject({ integration, detail }: AuditRow): string {
  if (integration === null || integration === detail) return nameRoles(detail ?? '–');
  return `${integration}: ${detail}`;
}

/** Writes roles and access as other screens do, in details such as 'ada@example.com: MEMBER (read) → ADMIN'. */
function nameRoles(detail: string): string {
  return detail.replace(
    /(?<=: |→ )(OWNER|ADMIN|MEMBER)(?: \((edit|run|read)\))?(?=$| →|, )/g,
    (_all, role: string, access?: keyof typeof accessNames) =>
      roleNameOf(role) + (access ? ` (${accessNames[access].toLowerCase()})` : ''),
  );
}

const columns: Column<AuditRow>[] = [
  {
    key: 'kind',
    header: 'Event',
    isRowHeader: true,
    cell: ({ kind }) => describeKind(kind),
    width: 'lg:w-[21%]',
  },
  {
    key: 'detail',
    header: 'Details',
    cell: (row) => <span>{describeSubject(row)}</span>,
    width: 'lg:w-[31%]',
  },
  { key: 'email', header: 'Who', cell: ({ email }) => <span>{email ?? '–'}</span>, width: 'lg:w-[22%]' },
  {
    key: 'address',
    header: 'IP address',
    cell: ({ address }) => <span>{address ?? '–'}</span>,
    width: 'lg:w-[13%]',
  },
  {
    key: 'at',
    header: 'Time',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    width: 'lg:w-[13%]',
  },
];

export default function AuditPage() {
  const { entries, kinds, kind, isFirstPage, nextBefore } = useLoaderData<typeof loader>();
  const addressOf = (before: string) =>
    `?${new URLSearchParams({ ...(kind && { kind }), before }).toString()}`;
  return (
    <Card title="Audit log" text="Who did what in this organization, newest first." flush>
      <Form className="flex flex-wrap items-end gap-3 border-b border-line px-5 py-4 sm:px-6">
        <label className="flex min-w-[min(100%,13rem)] flex-1 flex-col gap-1.5 font-medium sm:max-w-60">
          Show
          <Select key={kind} name="kind" defaultValue={kind}>
            <option value="">Everything</option>
            {kinds.map((each) => (
              <option key={each} value={each}>
                {describeKind(each)}
              </option>
            ))}
          </Select>
        </label>
        <Button type="submit">Filter</Button>
      </Form>
      <ReloadingList params={['kind', 'before']}>
        {entries.length > 0 ? (
          <Table caption="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} />
        ) : (
          <p className="px-5 py-8 text-center text-ink-muted">No entries yet.</p>
        )}
      </ReloadingList>
      <ListPages
        links={listNewestAndOlder(
          kind ? `?kind=${kind}` : '?',
          isFirstPage,
          nextBefore && addressOf(nextBefore),
        )}
      />
    </Card>
  );
}
