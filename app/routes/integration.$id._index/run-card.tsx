import { Form, useNavigation } from '@remix-run/react';
import { Play } from 'lucide-react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/field';
import { TextAreaField } from '~/components/ui/text-field';

export interface RunOutcome {
  kind: 'not-run';
  /** What was typed. */
  triggerData: string;
  message: string;
}

interface RunCardProps {
  /** The editor's address. */
  address: string;
  /** JSON that holds something for each variable; empty when the trigger has none. */
  samplePayload: string;
  isRunnable: boolean;
  outcome: RunOutcome | undefined;
}

/** One execution by hand, whatever the trigger. */
export function RunCard({ address, samplePayload, isRunnable, outcome }: RunCardProps) {
  const pending = useNavigation().formData?.get('intent') === 'run';
  const field = describeField('triggerData', { errors: outcome ? [outcome.message] : [] });
  return (
    <Form method="post" action={`${address}?step=2`} preventScrollReset>
      <Card
        title="Manual Run"
        text="Starts one execution now, with the saved configuration and real calls. It stands in the logs like any other."
        footer={
          <Button
            type="submit"
            name="intent"
            value="run"
            icon={Play}
            disabled={!isRunnable}
            pending={pending}
            pendingText="Starting..."
          >
            Run Now
          </Button>
        }
      >
        <TextAreaField
          field={field}
          label="Trigger data"
          hint="JSON, as the trigger would deliver it. Leave it empty for none."
          defaultValue={outcome?.triggerData ?? samplePayload}
          rows={5}
          code
        />
      </Card>
    </Form>
  );
}
