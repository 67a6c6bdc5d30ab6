import { Form } from '@remix-run/react';
import { RefreshCw } from '~/components/icons/icons';
import { FormKey } from '~/components/network/form-key';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { Tabs } from '~/components/ui/tabs';
import { TextAreaField } from '~/components/ui/fields/text-field';
import type { ListedTest } from '~/services/test-runs/test-lines';
import { LiveResults } from './live-results';
import type { TestDataOptions } from './test-data-options';
import { testFormId } from './test-form-id';
import { testRunsUrl, listQueryParams, type TestRunsQuery } from './test-runs-url';
import { useTestToast } from '../../integration.$integrationId/use-test-toast';

export interface RunOutcome {
  kind: 'not-run';
  /** The trigger data that the user typed. */
  triggerData: string;
  title: string;
  message: string;
}

interface TestCardProps {
  /** The URL of this step. */
  pageUrl: string;
  view: TestRunsQuery;
  filled: TestDataOptions;
  /** The test whose results are shown. */
  run: ListedTest | undefined;
  isRunnable: boolean;
  isActive: boolean;
  outcome: RunOutcome | undefined;
}

/** Tests the saved version, and shows the progress. */
export function TestCard({ pageUrl, view, filled, run, isRunnable, isActive, outcome }: TestCardProps) {
  useTestToast(run);
  const form = useWrongFocus(outcome);
  return (
    <Card
      title="Test Integration"
      text="Runs the saved configuration once, with real calls, whether it is deployed or not. The results are shown here and kept in the execution logs."
      footer={
        <>
          {!isRunnable && (
            <p className="mr-auto text-ink-muted">
              Save the integration first to enable testing. It needs at least one API call.
            </p>
          )}
          <Form method="get" action={pageUrl} replace preventScrollReset>
            {listQueryParams(view).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button type="submit" icon={RefreshCw}>
              Refresh Test History
            </Button>
          </Form>
        </>
      }
    >
      <div className="flex flex-col gap-field">
        <Form
          ref={form}
          id={testFormId}
          method="post"
          action={testRunsUrl(pageUrl, { ...view, test: null, log: null })}
          preventScrollReset
          className="flex flex-col gap-3"
        >
          <FormKey />
          {filled.sources.length > 1 && (
            <Tabs
              kind="segmented"
              label="Start from"
              items={filled.sources.map(({ source, label }) => ({
                to: testRunsUrl(pageUrl, { ...view, data: source }),
                label,
                isCurrent: source === filled.source,
              }))}
            />
          )}
          <TextAreaField
            key={view.data}
            field={describeField('triggerData', {
              errors: outcome ? [`${outcome.title}: ${outcome.message}`] : [],
            })}
            label="Trigger data"
            hint={
              isActive
                ? 'JSON, as the trigger would deliver it, or leave it empty. Run Test marks the execution as a test and stays here; Run now starts an ordinary one and opens its log.'
                : 'JSON, as the trigger would deliver it, or leave it empty.'
            }
            defaultValue={outcome?.triggerData ?? filled.text}
            rows={6}
            className="max-h-96"
            code
          />
        </Form>
        {run && <LiveResults run={run} refreshTo={testRunsUrl(pageUrl, view)} />}
      </div>
    </Card>
  );
}
