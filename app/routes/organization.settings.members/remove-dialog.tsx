import { Form, useLocation, useNavigation } from '@remix-run/react';
import { displayNameOf } from '~/components/user/user-name';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';
import type { ShownMember } from './member-list';
import { membersUrl } from './members-url';

export function RemoveDialog({ member, leaves }: { member: ShownMember; leaves: boolean }) {
  const closeTo = membersUrl(useLocation().search);
  const pending = useNavigation().formData?.get('intent') === 'remove';
  return (
    <Dialog
      title={leaves ? 'Leave organization' : 'Remove member'}
      text={
        leaves
          ? 'You lose access to its integrations until someone invites you again, and your API tokens for it stop working.'
          : `${displayNameOf(member)} (${member.email}) loses access to this organization, and their API tokens for it stop working.`
      }
      closeTo={closeTo}
    >
      <Form method="post" action={closeTo}>
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="userId" value={member.userId} />
        <DialogActions>
          <LinkButton to={closeTo} preventScrollReset>
            Cancel
          </LinkButton>
          <Button
            type="submit"
            variant="danger"
            pending={pending}
            pendingText={leaves ? 'Leaving...' : 'Removing...'}
          >
            {leaves ? 'Leave' : 'Remove'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
