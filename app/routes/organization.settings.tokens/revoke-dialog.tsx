import { Form, useNavigation } from '@remix-run/react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';
import type { ShownToken } from './token-list';

export function RevokeDialog({ token, closeTo }: { token: ShownToken; closeTo: string }) {
  const pending = useNavigation().formData?.get('intent') === 'revoke';
  return (
    <Dialog
      title="Revoke API token"
      text={`Every program that uses ${token.name} (wk_••••${token.lastFour}) will be refused. This cannot be undone.`}
      closeTo={closeTo}
    >
      <Form method="post" action={closeTo}>
        <input type="hidden" name="intent" value="revoke" />
        <input type="hidden" name="id" value={token.id} />
        <DialogActions>
          <LinkButton to={closeTo} preventScrollReset>
            Cancel
          </LinkButton>
          <Button type="submit" variant="danger" pending={pending} pendingText="Revoking...">
            Revoke
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
