import { Form, useActionData, useNavigation } from '@remix-run/react';
import { IdText } from '~/components/log/short-id';
import { FormKey } from '~/components/network/form-key';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';

interface RecordCardProps {
  executionId: string;
  /** The name as it was typed. */
  name: string;
  /** The errors of the name. */
  errors: string[] | undefined;
  /** The reason why the execution cannot be kept. */
  failure: string | null;
}

/** The form that names an execution and keeps it as a test. */
export function RecordCard({ executionId, name, errors, failure }: RecordCardProps) {
  const form = useWrongFocus(useActionData<unknown>());
  const isSaving = useNavigation().formData?.get('intent') === 'record';
  return (
    <Card
      title="Save as test"
      text={
        <>
          What execution <IdText id={executionId} /> received and sent is kept, encrypted. Running the test
          plays it back; nothing is sent.
        </>
      }
    >
      <Form ref={form} method="post" className="flex flex-col gap-4" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="record" />
        <input type="hidden" name="executionId" value={executionId} />
        <FormKey />
        {failure && (
          <Banner tone="bad" title="The test was not saved" live>
            {failure}
          </Banner>
        )}
        <TextField
          field={describeField('name', { required: true, errors })}
          label="Name"
          hint="What it is an example of, such as “Order with a discount”."
          defaultValue={name}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={isSaving} pendingText="Saving...">
            Save as test
          </Button>
          <LinkButton to="?" preventScrollReset>
            Cancel
          </LinkButton>
        </div>
      </Form>
    </Card>
  );
}
