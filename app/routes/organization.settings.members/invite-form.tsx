import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';

const loadCheck = checkBy(({ Invite }) => Invite);

interface InviteFormProps {
  /** The address that the form begins with. */
  email: string;
  response: { result: SubmissionResult<string[]>; failure: string | null } | undefined;
}

export function InviteForm({ email, response }: InviteFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'invite';
  const [form, fields] = useCheckedForm<{ email: string; role: string }>({
    id: 'invite',
    lastResult: response?.result,
    defaultValue: { email, role: 'MEMBER' },
    constraint: { email: { required: true } },
    loadCheck,
  });
  return (
    <Form method="post" {...getFormProps(form)} {...keepsTyping} className="flex flex-col gap-field">
      <input type="hidden" name="intent" value="invite" />
      {response?.failure && (
        <Banner tone="bad" title={failures.inviteMember.title} live>
          {response.failure}
        </Banner>
      )}
      <div className="grid gap-field sm:grid-cols-[1fr_16rem]">
        <TextField field={fields.email} label="Email" type="email" autoComplete="off" />
        <SelectField field={fields.role} label="Role" hint="Admins also manage the organization.">
          <option value="MEMBER">Member</option>
          <option value="ADMIN">Admin</option>
        </SelectField>
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={pending} pendingText="Inviting...">
          Invite
        </Button>
      </div>
    </Form>
  );
}
