import { Form } from '@remix-run/react';
import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Input } from '~/components/ui/fields/input';
import { type Column, Table } from '~/components/ui/table';
import { NextPage } from './next-page';

interface ShownUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isVerified: boolean;
  isAdministrator: boolean;
  organizations: number;
  lastSeenAt: number | null;
}

interface UserListProps {
  users: ShownUser[];
  search: string;
  isFirstPage: boolean;
  nextBefore: string | null;
}

export function UserList({ users, search, ...page }: UserListProps) {
  const first = `/admin?${new URLSearchParams({ view: 'users', ...(search && { search }) })}`;
  return (
    <Card title="Users" text="Everybody who has an account, newest first." flush>
      <Form className="flex flex-wrap items-end gap-3 border-b border-line px-5 py-4 sm:px-6">
        <input type="hidden" name="view" value="users" />
        <label className="flex min-w-52 flex-1 flex-col gap-1.5 font-medium sm:max-w-80">
          Email or name
          <Input key={search} type="search" name="search" defaultValue={search} maxLength={200} />
        </label>
        <Button type="submit">Search</Button>
      </Form>
      {users.length > 0 ? (
        <Table caption="Users" columns={columnsOf(search)} rows={users} rowKey={({ id }) => id} />
      ) : (
        <p className="px-5 py-8 text-center text-ink-muted">
          {search ? `No account has “${search}” in its email or name.` : 'No accounts yet.'}
        </p>
      )}
      <NextPage first={first} {...page} />
    </Card>
  );
}

function columnsOf(search: string): Column<ShownUser>[] {
  return [
    {
      key: 'email',
      header: 'Email',
      isRowHeader: true,
      cell: ({ email, firstName, lastName }) => (
        <span className="flex min-w-0 flex-col wrap-anywhere">
          {email}
          <span className="font-normal text-ink-muted">{`${firstName} ${lastName}`}</span>
        </span>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: ({ isVerified, isAdministrator }) => (
        <span className="flex flex-wrap gap-1.5">
          {isVerified ? <Badge tone="good">Verified</Badge> : <Badge tone="warn">Not verified</Badge>}
          {isAdministrator && <Badge>Administrator</Badge>}
        </span>
      ),
    },
    {
      key: 'organizations',
      header: 'Organizations',
      align: 'end',
      cell: ({ organizations }) => organizations.toLocaleString('en'),
    },
    {
      key: 'seen',
      header: 'Last seen',
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Not signed in' : <RelativeTime at={lastSeenAt} />),
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      cell: (user) => <UserActions user={user} search={search} />,
    },
  ];
}

function UserActions({ user, search }: { user: ShownUser; search: string }) {
  const { id, email, isVerified, isAdministrator } = user;
  return (
    <Form method="post" action="/admin" preventScrollReset className="flex flex-wrap gap-2 sm:justify-end">
      <input type="hidden" name="userId" value={id} />
      <input type="hidden" name="search" value={search} />
      {!isVerified && <Act intent="verify" label="Verify" about={email} />}
      <Act intent="reset-link" label="Mail reset link" about={email} />
      {isAdministrator ? (
        <Act intent="remove-administrator" label="Remove administrator" about={email} />
      ) : (
        isVerified && <Act intent="make-administrator" label="Make administrator" about={email} />
      )}
    </Form>
  );
}

function Act({ intent, label, about }: { intent: string; label: string; about: string }) {
  return (
    <Button type="submit" size="sm" name="intent" value={intent} aria-label={`${label}: ${about}`}>
      {label}
    </Button>
  );
}
