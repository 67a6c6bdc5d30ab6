import { RelativeTime } from '~/components/time/relative-time';
import { type Column, Table } from '~/components/ui/table';
import { accessNames, roleNameOf } from '~/components/user/role-name';
import type { AuditRow } from '~/db/organizations/audit-log';

/** Writes an event's kind in words: 'role-changed' as 'Role changed'. */
export function describeKind(kind: string): string {
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

export function AuditTable({ entries }: { entries: AuditRow[] }) {
  return <Table caption="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} />;
}
