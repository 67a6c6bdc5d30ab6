import { useNavigation } from '@remix-run/react';
import type { ShownWait } from '~/components/time/wait-text';
import { Permitted } from '~/components/user/permitted';
import type { Checklist } from '~/engine/checks/checklist';
import type { TestLog } from '~/services/test-runs/log-schema';
import type { IntegrationResponse } from '~/services/integrations/integration-response';
import type { Operations } from '~/services/monitoring/operational-status';
import type { RunForm } from '../../integration.$integrationId/run/run-form';
import { deployUrl } from '../../integration.$integrationId/deploy-url';
import { ActionBar } from './action-bar';
import { ConfigurationSummary } from './configuration-summary';
import { DeployCard } from './deploy-card';
import { DeployOnSaveCard } from './deploy-on-save-card';
import type { DeployOutcome } from './deploy-outcome';
import { DisableDialog } from './disable-dialog';
import { OperationalStatus } from './operational-status';
import { LimitsCard, WaitingBanner } from './limits-card';
import { type Retention, RetentionCard } from './retention-card';
import { PauseBanner, PauseCard } from './pause-card';
import { ReplayCard } from '../limits/replay-card';
import { RecentDeliveries } from './recent-deliveries';
import { type SavedResponse, SavedResponses } from './saved-responses';
import type { RevealedSecret } from '../../integration.$integrationId/revealed-secret';
import { type RunOutcome, TestCard } from '../test-runs/test-card';
import type { OfferedTestData } from '../test-runs/test-data-options';
import { TestHistory } from '../test-runs/test-history';
import type { TestRunsQuery } from '../test-runs/test-runs-url';
import { useShownTest } from '../test-runs/use-shown-test';
import { useLiveOperations } from './use-live-operations';
import { WebhookTesting, type WebhookTestingProps } from './webhook-testing';
import { hasEnded } from '~/engine/run/execution-status';

interface DeployableIntegration extends Pick<
  IntegrationResponse,
  | 'id'
  | 'isActive'
  | 'pauseAfterErrors'
  | 'pausedAt'
  | 'automaticReplays'
  | 'autoDeploy'
  | 'requireTests'
  | 'version'
  | 'deployedVersion'
  | 'executionsAtOnce'
  | 'executionsPerHour'
  | 'deliveriesPerSecond'
> {
  /** A sentence about the tests that keep the newest version from going live; null when none does. */
  holdingTests: string | null;
  /** The most deliveries a second that the installation allows; undefined without a webhook. */
  maxPerSecond?: number | undefined;
  retention: Retention;
  /** The limit because of which executions wait; null when none waits. */
  waiting: ShownWait | null;
  callCount: number;
  trigger:
    | ({ type: 'webhook' } & Pick<
        WebhookTestingProps,
        'maskedSecret' | 'proof' | 'headers' | 'samplePayload'
      >)
    | { type: 'manual' | 'cron' | 'event' };
  webhookUrl: string;
}

/** The data that only the second step loads. */
export interface DeployStepData {
  view: TestRunsQuery;
  /** The request and response of the line that the address names. */
  opened: TestLog | undefined;
  operations: Operations;
  saved: SavedResponse[];
  /** Sentences about what will probably not work. */
  warnings: string[];
  /** Whether a channel or a rule tells somebody when executions fail. */
  isAnybodyNotified: boolean;
  filled: OfferedTestData;
  /** Why the webhook would not run for the data of the shown test; null when it would. */
  skipReason: string | null;
  /** The form of the newest version, filled with that data. */
  form: RunForm;
  /** Whether Run now has a form of its own: that of the deployed version. */
  hasForm: boolean;
  isTimelineOpen: boolean;
}

interface DeployStepProps {
  integration: DeployableIntegration;
  checklist: Checklist;
  testing: DeployStepData;
  /** Whether the dialog that asks before disabling is open. */
  disabling: boolean;
  /** How many executions would be discarded, in words, while the dialog asks about it. */
  discarding: string | null;
  outcome: DeployOutcome | undefined;
  notRun: RunOutcome | undefined;
  revealed: RevealedSecret | undefined;
}

export function DeployStep({
  integration,
  checklist,
  testing,
  disabling,
  discarding,
  outcome,
  notRun,
  revealed,
}: DeployStepProps) {
  const { id, isActive, trigger, webhookUrl, callCount, pauseAfterErrors, pausedAt } = integration;
  const { view, opened, saved, warnings, filled, skipReason, form, isTimelineOpen } = testing;
  const address = `/integration/${id}`;
  const pageUrl = deployUrl(id);
  const operations = useLiveOperations(id, testing.operations);
  const { tests } = operations;
  const run = useShownTest(tests, view.test);
  // The results of the last test disappear when the next one is requested, not when the response arrives.
  const starting = useNavigation().formData?.get('intent');
  const isStarting = starting === 'run-test' || starting === 'run';
  const shownRun = run && isStarting && hasEnded(run.status) ? undefined : run;
  return (
    <div className="flex flex-col gap-6">
      {disabling && (
        <Permitted to="edit">
          <DisableDialog closeTo={pageUrl} outcome={outcome} />
        </Permitted>
      )}
      <PauseBanner {...{ pageUrl, pauseAfterErrors, pausedAt, discarding }} />
      <WaitingBanner waiting={integration.waiting} />
      <ConfigurationSummary checklist={checklist} callCount={callCount} warnings={warnings} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <SavedResponses saved={saved} />
          <TestCard
            pageUrl={pageUrl}
            runUrl={`${address}/run`}
            view={view}
            filled={filled}
            skipReason={skipReason}
            form={form}
            run={shownRun}
            isRunnable={callCount > 0}
            isActive={isActive}
            outcome={notRun}
          />
          <TestHistory address={address} pageUrl={pageUrl} view={view} tests={tests} opened={opened} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <DeployCard
            integration={integration}
            checklist={checklist}
            warnings={warnings}
            isAnybodyNotified={testing.isAnybodyNotified}
            outcome={disabling ? undefined : outcome}
          />
          {isActive && trigger.type === 'webhook' && (
            <WebhookTesting
              {...trigger}
              url={webhookUrl}
              address={address}
              pageUrl={pageUrl}
              revealed={revealed}
            >
              <RecentDeliveries deliveries={operations.deliveries} address={address} />
            </WebhookTesting>
          )}
          {isActive && trigger.type === 'manual' && operations.deliveries.length > 0 && (
            <RecentDeliveries deliveries={operations.deliveries} address={address} />
          )}
          <DeployOnSaveCard
            pageUrl={pageUrl}
            autoDeploy={integration.autoDeploy}
            requireTests={integration.requireTests}
            testsUrl={`${address}/tests`}
          />
          <ReplayCard pageUrl={pageUrl} automaticReplays={integration.automaticReplays} />
          <PauseCard pageUrl={pageUrl} pauseAfterErrors={pauseAfterErrors} />
          <LimitsCard
            pageUrl={pageUrl}
            executionsAtOnce={integration.executionsAtOnce}
            executionsPerHour={integration.executionsPerHour}
            deliveriesPerSecond={integration.deliveriesPerSecond}
            maxPerSecond={integration.maxPerSecond}
          />
          <RetentionCard pageUrl={pageUrl} retention={integration.retention} />
          <OperationalStatus operations={operations} address={address} isTimelineOpen={isTimelineOpen} />
        </div>
      </div>
      <ActionBar
        pageUrl={pageUrl}
        address={address}
        isActive={isActive}
        isDeployable={checklist.deployable}
        isRunnable={callCount > 0}
        hasForm={testing.hasForm}
        isRunning={run !== undefined && !hasEnded(run.status)}
      />
    </div>
  );
}
