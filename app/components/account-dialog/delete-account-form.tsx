import { inQuotes } from '~/engine/texts/in-quotes';
import { getFormProps, useForm } from '@conform-to/react';
import type { Person } from '../user/user-name';
import { DialogForm, useDialogForm } from '../dialog-form/dialog-form';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { DialogActions } from '../ui/dialog';
import { LinkButton, TextLink } from '../ui/link';
import { needsProof, ProofField, type ShownProof } from '../proof/proof-field';
import { type AccountResponse, accountAction } from './account-response';

/** The effects on the person's organizations, which are listed by name, and on the installation. */
export interface AccountDeletionEffects {
  /** The organizations that would have members, but no owner. */
  ownerless: string[];
  /** The organizations that have no other member. */
  lost: string[];
  /** Whether others are left here, and none of them administers the installation. */
  isOnlyAdministrator: boolean;
}

interface DeleteAccountFormProps {
  user: Person;
  fate: AccountDeletionEffects;
  proof: ShownProof;
  /** The address of this dialog. */
  proveFrom: string;
  backTo: string;
  /** The address without the dialog. */
  closeTo: string;
}

export function DeleteAccountForm({ user, fate, proof, proveFrom, backTo, closeTo }: DeleteAccountFormProps) {
  const { Form, response, pending } = useDialogForm<AccountResponse>('delete-account');
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: 'delete-account',
    lastResult: response?.result,
    constraint: { currentPassword: { required: true } },
  });
  const back = (
    <LinkButton to={backTo} preventScrollReset>
      Back to profile
    </LinkButton>
  );
  if (fate.ownerless.length > 0) {
    return (
      <>
        <Banner tone="warn" title={`You are the last owner of ${fate.ownerless.map(inQuotes).join(', ')}`}>
          It has other members.{' '}
          <TextLink to="/organization/settings/members">Make someone else an owner</TextLink> first, or delete
          the organization in its settings.
        </Banner>
        <DialogActions>{back}</DialogActions>
      </>
    );
  }
  return (
    <DialogForm
      {...{ Form, response, closeTo }}
      form={getFormProps(form)}
      action={accountAction}
      intent="delete-account"
    >
      {fate.lost.length > 0 && (
        <Banner tone="warn" title={`${fate.lost.map(inQuotes).join(', ')} will be deleted, too`}>
          You are the only member: its integrations, executions and everything else in it go with your
          account.
        </Banner>
      )}
      {fate.isOnlyAdministrator && (
        <Banner tone="warn" title="You are the only administrator of this installation">
          <TextLink to="/admin?view=users">Make somebody an administrator</TextLink> first. Otherwise the
          account that was verified first after yours becomes one, or nobody where ADMIN_EMAIL names yours.
        </Banner>
      )}
      <ProofField {...{ proof, proveFrom }} email={user.email} field={fields.currentPassword} isFocused />
      <DialogActions>
        {back}
        {!needsProof(proof) && (
          <Button type="submit" variant="danger" pending={pending} pendingText="Deleting...">
            Delete account
          </Button>
        )}
      </DialogActions>
    </DialogForm>
  );
}
