import { Form } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { RelativeTime } from '~/components/time/relative-time';
import { rightsNameOf } from '~/components/user/role-name';
import { Button } from '~/components/ui/button';
import { type Column, Table } from '~/components/ui/table';

interface ShownInvitation {
  email: string;
  role: string;
  access: 'edit' | 'run' | 'read';
  expiresAt: number;
  /** 'ended' when the sender may no longer invite. */
  state: 'open' | 'expired' | 'ended';
}

const closed: Partial<Record<ShownInvitation['state'], string>> = {
  expired: 'Expired',
  ended: 'Ended: its sender can no longer invite',
};

const columns: Column<ShownInvitation>[] = [
  { key: 'email', header: 'Email', isRowHeader: true, cell: ({ email }) => email },
  { key: 'role', header: 'Role', cell: (row) => rightsNameOf(row), isShort: true },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresAt, state }) => closed[state] ?? <RelativeTime at={expiresAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: ({ email }) => (
      <span className="inline-flex flex-wrap gap-2 @min-[12rem]:justify-end sm:justify-end">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="resend" />
          <FormKey />
          <input type="hidden" name="email" value={email} />
          <Button type="submit" size="sm" aria-label={`Resend invitation to ${email}`}>
            Resend
          </Button>
        </Form>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="revoke" />
          <FormKey />
          <input type="hidden" name="email" value={email} />
          <Button type="submit" size="sm" aria-label={`Revoke invitation to ${email}`}>
            Revoke
          </Button>
        </Form>
      </span>
    ),
  },
];

export function InvitationList({ invitations }: { invitations: ShownInvitation[] }) {
  return <Table caption="Invitations" columns={columns} rows={invitations} rowKey={({ email }) => email} />;
}
