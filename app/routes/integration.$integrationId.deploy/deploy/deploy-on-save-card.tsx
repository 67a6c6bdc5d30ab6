import { Form } from '@remix-run/react';
import { Button } from '~/components/ui/button';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { describeField } from '~/components/ui/fields/field';

/** Whether a save is live at once, or when somebody deploys it. */
export function DeployOnSaveCard({ pageUrl, autoDeploy }: { pageUrl: string; autoDeploy: boolean }) {
  return (
    <CollapsibleCard
      title="Deploy on save"
      summary={autoDeploy ? 'Each save is live at once' : 'A save is live when you deploy it'}
      isValid
      isOpen={false}
    >
      <Form method="post" action={pageUrl} preventScrollReset>
        <input type="hidden" name="intent" value="auto-deploy" />
        <Checkbox
          field={describeField('autoDeploy', {})}
          key={String(autoDeploy)}
          label="Each save is live at once"
          hint="Otherwise a save of a deployed integration is live when you deploy that version."
          defaultChecked={autoDeploy}
        />
        <Button type="submit" className="mt-4">
          Save choice
        </Button>
      </Form>
    </CollapsibleCard>
  );
}
