import { Form, useLocation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { AccessOptions } from '~/components/user/access-field';
import { displayNameOf } from '~/components/user/user-name';
import { rightsNameOf } from '~/components/user/role-name';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { Select } from '~/components/ui/fields/select';
import { type Column, Table } from '~/components/ui/table';
import { membersUrl } from './members-url';

export interface ShownMember {
  userId: string;
  role: string;
  access: 'edit' | 'run' | 'read';
  email: string;
  firstName: string;
  lastName: string;
}

interface ListedMember extends ShownMember {
  /** Whether the member logs in with only a password; only users who manage members learn this of others. */
  withPasswordAlone: boolean;
}

interface MemberListProps {
  userId: string;
  manages: boolean;
  managesOwners: boolean;
  owners: number;
  /** The search in names and email addresses; empty for all. */
  search: string;
  members: ListedMember[];
}

interface Row {
  member: ListedMember;
  isSelf: boolean;
  mayChange: boolean;
  withOwner: boolean;
  /** Whether the member is the last owner, who can neither leave nor be removed. */
  isLastOwner: boolean;
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ member, isSelf }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {displayNameOf(member)}
        {isSelf && <Badge>You</Badge>}
        {member.withPasswordAlone && <Badge>No second factor</Badge>}
      </span>
    ),
  },
  { key: 'email', header: 'Email', cell: ({ member }) => <span>{member.email}</span> },
  {
    key: 'role',
    header: 'Role',
    cell: ({ member, mayChange, withOwner }) =>
      mayChange ? <RoleForm member={member} withOwner={withOwner} /> : <span>{rightsNameOf(member)}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: ({ member, isSelf, mayChange, isLastOwner }) =>
      isLastOwner ? (
        <span className="text-ink-muted">Last owner</span>
      ) : (
        (isSelf || mayChange) && <RemoveLink member={member} isSelf={isSelf} />
      ),
  },
];

export function MemberList({ userId, manages, managesOwners, owners, search, members }: MemberListProps) {
  const rows = members.map((member) => ({
    member,
    isSelf: member.userId === userId,
    mayChange: manages && (member.role !== 'OWNER' || managesOwners),
    withOwner: managesOwners,
    isLastOwner: member.role === 'OWNER' && owners === 1,
  }));
  if (rows.length === 0) {
    const text = search ? `No member has “${search}” in their name or email.` : 'This page is empty.';
    return <p className="px-5 py-8 text-center text-ink-muted">{text}</p>;
  }
  return <Table caption="Members" columns={columns} rows={rows} rowKey={({ member }) => member.userId} />;
}

function RemoveLink({ member, isSelf }: Pick<Row, 'member' | 'isSelf'>) {
  const { search } = useLocation();
  return (
    <LinkButton
      to={membersUrl(search, { remove: member.userId })}
      size="sm"
      preventScrollReset
      aria-label={isSelf ? undefined : `Remove ${displayNameOf(member)}`}
    >
      {isSelf ? 'Leave' : 'Remove'}
    </LinkButton>
  );
}

function RoleForm({ member, withOwner }: { member: ShownMember; withOwner: boolean }) {
  // The key makes the select show the stored role after a refusal.
  const { key } = useLocation();
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex max-w-full flex-wrap items-center gap-2 max-sm:@min-[12rem]:justify-end"
    >
      <input type="hidden" name="intent" value="role" />
      <FormKey />
      <input type="hidden" name="userId" value={member.userId} />
      <Select
        key={`${member.role} ${key}`}
        name="role"
        defaultValue={member.role}
        aria-label={`Role of ${displayNameOf(member)}`}
        className="w-32 max-w-full"
      >
        <option value="MEMBER">Member</option>
        <option value="ADMIN">Admin</option>
        {withOwner && <option value="OWNER">Owner</option>}
      </Select>
      {member.role === 'MEMBER' && (
        <Select
          key={`${member.access} ${key}`}
          name="access"
          defaultValue={member.access}
          aria-label={`Access of ${displayNameOf(member)}`}
          className="w-44 max-w-full"
        >
          <AccessOptions />
        </Select>
      )}
      <Button type="submit" size="sm" aria-label={`Change role of ${displayNameOf(member)}`}>
        Change
      </Button>
    </Form>
  );
}
