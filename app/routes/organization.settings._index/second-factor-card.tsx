import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';

interface SecondFactorCardProps {
  isRequired: boolean;
  /** The number of members who log in with only a password; null for users who may not change the setting. */
  withPasswordAlone: number | null;
}

/** Shows whether the organization's members need a second factor. */
export function SecondFactorCard({ isRequired, withPasswordAlone }: SecondFactorCardProps) {
  const pending = useNavigation().formData?.has('requiresSecondFactor');
  return (
    <Card
      title="Two-factor authentication"
      text={
        isRequired
          ? 'Required: members who log in with a password need a second factor to see this organization.'
          : 'Not required: members may log in with their password alone.'
      }
    >
      {withPasswordAlone !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="text-ink-muted">{describeCount(withPasswordAlone, isRequired)}</p>
          <Form method="post" action="?index" preventScrollReset>
            <FormKey />
            <input type="hidden" name="requiresSecondFactor" value={isRequired ? 'off' : 'on'} />
            <Button type="submit" pending={pending} pendingText="Saving...">
              {isRequired ? 'No longer require it' : 'Require it'}
            </Button>
          </Form>
        </div>
      )}
    </Card>
  );
}

function describeCount(count: number, isRequired: boolean): string {
  if (count === 0) return 'No member logs in with a password alone.';
  const members = count === 1 ? '1 member has none' : `${count} members have none`;
  return isRequired ? `${members} and cannot get in.` : `${members}.`;
}
