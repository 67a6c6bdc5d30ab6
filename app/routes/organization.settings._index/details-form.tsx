import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { SeenFields } from '~/components/typed-form/seen-fields';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { failures } from '~/failures';

const loadCheck = checkBy(({ OrganizationDetails }) => OrganizationDetails);

interface DetailsFormProps {
  organization: { name: string; description: string | null };
  /** What the form showed first, or what it named after someone else had changed it. */
  seen: { name: string; description: string | null };
  result: SubmissionResult<string[]> | undefined;
  failure: string | null | undefined;
}

export function DetailsForm({ organization, seen, result, failure }: DetailsFormProps) {
  const pending = useNavigation().formMethod === 'POST';
  const [form, fields] = useCheckedForm<{ name: string; description: string | null }>({
    id: 'organization',
    lastResult: result,
    defaultValue: organization,
    constraint: { name: { required: true } },
    loadCheck,
  });
  return (
    <Form
      method="post"
      action="?index&edit"
      {...getFormProps(form)}
      {...keepsTyping}
      className="flex flex-col gap-field"
    >
      <FormKey />
      <SeenFields name={seen.name} description={seen.description} />
      {failure && (
        <Banner tone="bad" title={failures.organization.title} live>
          {failure}
        </Banner>
      )}
      <TextField field={fields.name} label="Name" autoComplete="organization" />
      <TextAreaField field={fields.description} label="Description" rows={3} />
      <DialogActions>
        <LinkButton to="/organization/settings">Cancel</LinkButton>
        <Button type="submit" variant="primary" pending={pending} pendingText="Saving...">
          Save Changes
        </Button>
      </DialogActions>
    </Form>
  );
}
