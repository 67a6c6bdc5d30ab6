import { Form } from '@remix-run/react';
import { SeenFields } from '~/components/typed-form/seen-fields';
import { Button } from '~/components/ui/button';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { describeField } from '~/components/ui/fields/field';
import { TextLink } from '~/components/ui/link';
import { Permitted } from '~/components/user/permitted';

interface DeployOnSaveCardProps {
  pageUrl: string;
  autoDeploy: boolean;
  requireTests: boolean;
  /** The URL of the recorded tests. */
  testsUrl: string;
}

/** The card that sets whether a save goes live immediately or when a user deploys it, and whether tests have to pass first. */
export function DeployOnSaveCard({ pageUrl, autoDeploy, requireTests, testsUrl }: DeployOnSaveCardProps) {
  const when = autoDeploy ? 'Each save goes live immediately' : 'A save goes live when you deploy it';
  return (
    <CollapsibleCard
      title="Deploy on save"
      summary={requireTests ? `${when}, if all tests pass` : when}
      isValid
      isOpen={false}
    >
      <Permitted to="edit" otherwise={<TextLink to={testsUrl}>Recorded tests</TextLink>}>
        <Form method="post" action={pageUrl} preventScrollReset className="flex flex-col gap-4">
          <input type="hidden" name="intent" value="auto-deploy" />
          <SeenFields {...{ autoDeploy, requireTests }} />
          <Checkbox
            field={describeField('autoDeploy', {})}
            key={String(autoDeploy)}
            label="Each save goes live immediately"
            hint="Otherwise, a save goes live when you deploy that version."
            defaultChecked={autoDeploy}
          />
          <Checkbox
            field={describeField('requireTests', {})}
            key={`tests ${requireTests}`}
            label="Deploy only when all recorded tests pass"
            hint={
              <>
                Otherwise, the version is saved and the previous one stays live.{' '}
                <TextLink to={testsUrl}>Recorded tests</TextLink>
              </>
            }
            defaultChecked={requireTests}
          />
          <Button type="submit" className="self-start">
            Save choice
          </Button>
        </Form>
      </Permitted>
    </CollapsibleCard>
  );
}
