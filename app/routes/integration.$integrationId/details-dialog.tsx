import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { checkBy } from '~/components/field-checks/check-by';
import { useCheckedForm } from '~/components/field-checks/use-checked-form';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { LinkButton } from '~/components/ui/link';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { writeTags } from '~/engine/definition/tags';
import { SeenDetails, type ShownDetails } from './seen-details';
import { TagsField } from './tags-field';

const loadCheck = checkBy(({ IntegrationDetailsForm }) => IntegrationDetailsForm);

interface DetailsDialogProps extends ShownDetails {
  /** The tags of all integrations. */
  offeredTags: string[];
  /** The URL of the open step. */
  pageUrl: string;
  outcome: { result: SubmissionResult; failure: string | null; seen: ShownDetails | null } | undefined;
}

/** Changes name, description and tags in a form separate from the chain's, so that nothing typed there is lost. */
export function DetailsDialog({
  pageUrl,
  name,
  description,
  tags,
  offeredTags,
  outcome,
}: DetailsDialogProps) {
  const pending = useNavigation().formData?.get('intent') === 'details';
  const [form, fields] = useCheckedForm({
    id: 'details',
    defaultValue: { name, description, tags: writeTags(tags) },
    lastResult: outcome?.result,
    constraint: { name: { required: true } },
    loadCheck,
  });
  return (
    <Dialog title="Edit details" closeTo={pageUrl}>
      <Form
        method="post"
        action={`${pageUrl}?dialog=details`}
        preventScrollReset
        {...getFormProps(form)}
        {...keepsTyping}
        className="flex flex-col gap-field"
      >
        <input type="hidden" name="intent" value="details" />
        <SeenDetails {...(outcome?.seen ?? { name, description, tags })} />
        {outcome?.failure && (
          <Banner tone="bad" title="Save failed: Could not save name changes" live>
            {outcome.failure}
          </Banner>
        )}
        <TextField field={fields.name} label="Integration Name" autoComplete="off" data-autofocus />
        <TextAreaField field={fields.description} label="Description" rows={3} />
        <TagsField field={fields.tags} tags={tags} offered={offeredTags} />
        <DialogActions>
          <LinkButton to={pageUrl} preventScrollReset>
            Cancel
          </LinkButton>
          <Button type="submit" variant="primary" pending={pending} pendingText="Saving...">
            Save
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
