import { formatCount } from '~/engine/texts/format-count';
import { Form, useSearchParams } from '@remix-run/react';
import { ListPages, listNewestAndOlder } from '~/components/shell/list-pages';
import { ListSearch } from '~/components/list-search/list-search';
import { ReloadingList } from '~/components/shell/reloading-list';
import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import { type Column, Table } from '~/components/ui/table';
import type { ListedUser } from '~/db/accounts/user-list';
import { askAbout } from './ask-about';
import { type Asking, UserDialog } from './user-dialog';

interface UserListProps {
  users: ListedUser[];
  /** The ids of the users who administer the installation. */
  administrators: string[];
  search: string;
  isFirstPage: boolean;
  nextBefore: string | null;
  asking: Asking;
}

export function UserList(props: UserListProps) {
  const { users, administrators, search, isFirstPage, nextBefore, asking } = props;
  const first = `/admin?${new URLSearchParams({ view: 'users', ...(search && { search }) })}`;
  return (
    <Card title="Users" text="Everyone with an account, newest first." flush>
      <UserDialog users={users} asking={asking} />
      <ListSearch
        id="user-search"
        label="Email or name"
        search={search}
        found={{
          count: users.length,
          isAll: isFirstPage && nextBefore === null,
          one: 'account',
          many: 'accounts',
        }}
      >
        <input type="hidden" name="view" value="users" />
      </ListSearch>
      <ReloadingList params={['search', 'before']}>
        {users.length > 0 ? (
          <Table
            caption="Users"
            columns={columnsOf(search, (id) => administrators.includes(id))}
            rows={users}
            rowKey={({ id }) => id}
          />
        ) : (
          <p className="px-5 py-8 text-center text-ink-muted">
            {search ? `No account has “${search}” in its email or name.` : 'No accounts yet.'}
          </p>
        )}
      </ReloadingList>
      <ListPages
        links={listNewestAndOlder(first, isFirstPage, nextBefore && `${first}&before=${nextBefore}`)}
      />
    </Card>
  );
}

function columnsOf(search: string, administers: (userId: string) => boolean): Column<ListedUser>[] {
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
      cell: ({ id, isVerified, hasTwoFactor, hasPasskeys }) => (
        <span className="flex flex-wrap gap-1.5">
          {isVerified ? <Badge tone="good">Verified</Badge> : <Badge tone="warn">Not verified</Badge>}
          {hasTwoFactor && <Badge>Two-factor</Badge>}
          {hasPasskeys && <Badge>Passkeys</Badge>}
          {administers(id) && <Badge>Administrator</Badge>}
        </span>
      ),
    },
    {
      key: 'organizations',
      header: 'Organizations',
      align: 'end',
      cell: ({ organizations }) => formatCount(organizations),
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
      cell: (user) => <UserActions user={user} isAdministrator={administers(user.id)} search={search} />,
    },
  ];
}

interface UserActionsProps {
  user: ListedUser;
  isAdministrator: boolean;
  search: string;
}

function UserActions({ user, isAdministrator, search }: UserActionsProps) {
  const { id, email, isVerified, hasTwoFactor, hasPasskeys, lastSeenAt } = user;
  const about = { id, email };
  const [query] = useSearchParams();
  return (
    <Form method="post" action="/admin" preventScrollReset className="flex flex-wrap justify-end gap-2">
      <input type="hidden" name="userId" value={id} />
      <input type="hidden" name="search" value={search} />
      <input type="hidden" name="before" value={query.get('before') ?? ''} />
      {!isVerified && <Act intent="verify" label="Verify" about={email} />}
      <Act intent="reset-link" label="Email reset link" about={email} />
      {lastSeenAt !== null && <Act intent="end-sessions" label="End sessions" about={email} />}
      {(hasTwoFactor || hasPasskeys) && (
        <Ask
          intent="remove-two-factor"
          label={hasTwoFactor ? 'Remove two-factor' : 'Remove passkeys'}
          about={about}
        />
      )}
      {isAdministrator ? (
        <Ask intent="remove-administrator" label="Remove administrator" about={about} />
      ) : (
        isVerified && <Ask intent="make-administrator" label="Make administrator" about={about} />
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

interface AskProps {
  intent: Parameters<typeof askAbout>[1];
  label: string;
  about: { id: string; email: string };
}

function Ask({ intent, label, about }: AskProps) {
  const [query] = useSearchParams();
  return (
    <LinkButton
      to={askAbout(query, intent, about.id)}
      size="sm"
      preventScrollReset
      aria-label={`${label}: ${about.email}`}
    >
      {label}
    </LinkButton>
  );
}
