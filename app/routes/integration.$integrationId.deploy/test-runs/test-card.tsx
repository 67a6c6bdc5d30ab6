import { Form } from '@remix-run/react';
import { RefreshCw } from '~/components/icons/icons';
import { FormKey } from '~/components/network/form-key';
import { useWrongFocus } from '~/components/typed-form/use-wrong-focus';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { TextLink } from '~/components/ui/link';
import { Tabs } from '~/components/ui/tabs';
import { Permitted, useMay } from '~/components/user/permitted';
import type { ListedTest } from '~/services/test-runs/test-lines';
import { LiveResults } from './live-results';
import type { OfferedTestData } from './test-data-options';
import { testFormId } from './test-form-id';
import { testRunsUrl, listQueryParams, type TestRunsQuery } from './test-runs-url';
import { RunFields } from '../../integration.$integrationId/run/run-fields';
import { encodingOf, type RunForm } from '../../integration.$integrationId/run/run-form';
import { useTestToast } from '../../integration.$integrationId/use-test-toast';

export interface RunOutcome {
  kind: 'not-run';
  title: string;
  /** What the user typed, and messages, by the names of the controls. */
  typed: Record<string, string>;
  errors: Record<string, string[]>;
  /** Why it was not run, when that is about no control. */
  message: string | null;
}

interface TestCardProps {
  /** The URL of this step. */
  pageUrl: string;
  /** The URL of the page with the form that Run now uses. */
  runUrl: string;
  view: TestRunsQuery;
  filled: OfferedTestData;
  /** Why the webhook would not run for the data of the shown test; null when it would. */
  skipReason: string | null;
  /** The form of the newest version, filled in. */
  form: RunForm;
  /** The test whose results are shown. */
  run: ListedTest | undefined;
  isRunnable: boolean;
  isActive: boolean;
  outcome: RunOutcome | undefined;
}

/** Tests the saved version, and shows the progress. */
export function TestCard({
  pageUrl,
  runUrl,
  view,
  filled,
  skipReason,
  form,
  run,
  isRunnable,
  isActive,
  outcome,
}: TestCardProps) {
  useTestToast(run);
  const element = useWrongFocus(outcome);
  const mayRun = useMay().run;
  if (!mayRun && !run) return null;
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
        <Permitted to="run">
          <Form
            ref={element}
            id={testFormId}
            method="post"
            encType={encodingOf(form)}
            noValidate
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
            {outcome?.message && form.fields.length > 0 && (
              <Banner tone="bad" title={outcome.title} live>
                {outcome.message}
              </Banner>
            )}
            <RunFields
              key={view.data}
              form={{ ...form, typed: outcome?.typed ?? form.typed }}
              errors={outcome && listErrors(outcome, form)}
              hint={
                isActive
                  ? 'JSON, as the trigger would deliver it, or leave it empty. Run Test marks the execution as a test and stays here; Run now starts an ordinary one and opens its log.'
                  : 'JSON, as the trigger would deliver it, or leave it empty.'
              }
            />
          </Form>
        </Permitted>
        {form.fields.length > 0 && (
          <p className="text-[0.8125rem] text-ink-muted">
            This tests the newest version. Colleagues start it with{' '}
            <TextLink to={runUrl}>the form of the deployed version</TextLink>.
          </p>
        )}
        {run && skipReason && (
          <Banner tone="warn" title="A delivery with this data would not run">
            {skipReason}
          </Banner>
        )}
        {run && <LiveResults run={run} refreshTo={testRunsUrl(pageUrl, view)} />}
      </div>
    </Card>
  );
}

/** Returns the messages by the names of the controls. Without a form, the only one has them all, with the title. */
function listErrors({ title, message, errors }: RunOutcome, { fields }: RunForm): Record<string, string[]> {
  if (fields.length > 0) return errors;
  return { triggerData: [`${title}: ${message ?? Object.values(errors).flat().join(' ')}`] };
}
