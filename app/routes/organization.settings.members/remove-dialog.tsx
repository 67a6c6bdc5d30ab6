import { useLocation } from '@remix-run/react';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { displayNameOf } from '~/components/user/user-name';
import type { ShownMember } from './member-list';
import { membersUrl } from './members-url';

export function RemoveDialog({ member, leaves }: { member: ShownMember; leaves: boolean }) {
  return (
    <ConfirmDialog
      title={leaves ? 'Leave organization' : 'Remove member'}
      text={
        leaves
          ? 'You lose access to its integrations until someone invites you again, and your API tokens for it stop working.'
          : `${displayNameOf(member)} (${member.email}) loses access to this organization, and their API tokens for it stop working.`
      }
      action={membersUrl(useLocation().search)}
      intent="remove"
      fields={{ userId: member.userId }}
      confirm={leaves ? 'Leave' : 'Remove'}
      pendingText={leaves ? 'Leaving...' : 'Removing...'}
    />
  );
}
