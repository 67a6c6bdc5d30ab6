import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useCallback, useRef } from 'react';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { FormKey } from '~/components/network/form-key';
import { useFormEnd } from '~/components/network/use-sent-form';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { AccessField } from '~/components/user/access-field';
import { failures } from '~/failures';

const loadCheck = checkBy(({ Invite }) => Invite);

interface InviteFormProps {
  /** What the form begins with. */
  invited: { email: string; role: 'ADMIN' | 'MEMBER'; access: 'edit' };
  /** Whether a dialog asks for a proof before the invitation is sent. */
  isAsking: boolean;
  response: { result: SubmissionResult<string[]>; failure: string | null } | undefined;
}

export function InviteForm({ invited, isAsking, response }: InviteFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'invite';
  const emptied = useEmptied(response === undefined && !isAsking);
  const [form, fields] = useCheckedForm<{ email: string; role: string; access: string }>({
    id: 'invite',
    lastResult: response?.result,
    defaultValue: invited,
    constraint: { email: { required: true } },
    loadCheck,
  });
  return (
    <Form
      ref={emptied}
      method="post"
      {...getFormProps(form)}
      {...keepsTyping}
      className="flex flex-col gap-field"
    >
      <input type="hidden" name="intent" value="invite" />
      <FormKey />
      {response?.failure && (
        <Banner tone="bad" title={failures.inviteMember.title} live>
          {response.failure}
        </Banner>
      )}
      <div className="grid gap-field sm:grid-cols-[1fr_16rem_16rem]">
        <TextField field={fields.email} label="Email" type="email" autoComplete="off" />
        <SelectField
          field={fields.role}
          label="Role"
          hint="Members build and run integrations. Admins also manage the organization."
        >
          <option value="MEMBER">Member</option>
          <option value="ADMIN">Admin</option>
        </SelectField>
        <AccessField field={fields.access} />
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={pending} pendingText="Inviting...">
          Invite
        </Button>
      </div>
    </Form>
  );
}

/** Empties a form whose invitation was sent, for the next one: the response leads to the same page. */
function useEmptied(isSent: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useFormEnd(
    useCallback(
      (sent) => {
        if (sent.get('intent') === 'invite' && isSent) form.current?.reset();
      },
      [isSent],
    ),
  );
  return form;
}
