import { Form, useNavigation } from '@remix-run/react';
import { Power, Rocket } from 'lucide-react';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { LinkButton } from '~/components/ui/link';
import type { Checklist } from '~/engine/checks/checklist';
import type { Operations } from '~/services/monitoring/operational-status';
import { deployUrl } from '../../integration.$integrationId/deploy-url';
import { ChecklistItem } from './checklist-item';
import { ConfigurationSummary, WarningItem } from './configuration-summary';
import type { DeployOutcome } from './deploy-outcome';
import { DisableDialog } from './disable-dialog';
import { OperationalStatus } from './operational-status';
import { RecentDeliveries } from './recent-deliveries';
import { type SavedResponse, SavedResponses } from './saved-responses';
import type { RevealedSecret } from '../../integration.$integrationId/revealed-secret';
import { type RunOutcome, TestCard } from '../test-runs/test-card';
import type { TestDataOptions } from '../test-runs/test-data-options';
import { TestHistory } from '../test-runs/test-history';
import type { TestRunsQuery } from '../test-runs/test-runs-url';
import { useLiveOperations } from './use-live-operations';
import { WebhookTesting } from './webhook-testing';
import { hasEnded } from '~/engine/run/execution-status';

export interface DeployableIntegration {
  id: string;
  isActive: boolean;
  callCount: number;
  trigger:
    | { type: 'webhook'; maskedSecret: string; headers: Record<string, string>; samplePayload: string }
    | { type: 'manual' | 'cron' | 'event' };
  webhookUrl: string;
}

/** What only the second step loads. */
export interface DeployStepData {
  view: TestRunsQuery;
  operations: Operations;
  saved: SavedResponse[];
  /** What will probably not work, as sentences. */
  warnings: string[];
  filled: TestDataOptions;
  isTimelineOpen: boolean;
}

interface DeployStepProps {
  integration: DeployableIntegration;
  checklist: Checklist;
  testing: DeployStepData;
  /** The dialog that asks before disabling is open. */
  disabling: boolean;
  outcome: DeployOutcome | undefined;
  notRun: RunOutcome | undefined;
  revealed: RevealedSecret | undefined;
}

export function DeployStep({
  integration,
  checklist,
  testing,
  disabling,
  outcome,
  notRun,
  revealed,
}: DeployStepProps) {
  const { id, isActive, trigger, webhookUrl, callCount } = integration;
  const { view, saved, warnings, filled, isTimelineOpen } = testing;
  const address = `/integration/${id}`;
  const pageUrl = deployUrl(id);
  const operations = useLiveOperations(id, testing.operations);
  const { tests } = operations;
  const run =
    tests.find((each) => each.id === view.test) ?? tests.slice(0, 1).find(({ status }) => !hasEnded(status));
  const pending = useNavigation().formData?.get('intent') === 'deploy';
  return (
    <div className="flex flex-col gap-6">
      {disabling && <DisableDialog closeTo={pageUrl} outcome={outcome} />}
      <ConfigurationSummary checklist={checklist} callCount={callCount} warnings={warnings} />
      <SavedResponses saved={saved} />
      <TestCard
        pageUrl={pageUrl}
        view={view}
        filled={filled}
        run={run}
        isRunnable={callCount > 0}
        isActive={isActive}
        outcome={notRun}
      />
      <TestHistory address={address} pageUrl={pageUrl} view={view} runs={tests} />
      <Card
        title="Deploy"
        text={
          isActive
            ? 'This integration runs whenever it is triggered.'
            : 'Nothing runs by itself until this integration is deployed.'
        }
        actions={
          <>
            <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Deployed' : 'Draft'}</Badge>
            <Badge tone={isActive ? 'info' : 'neutral'}>{isActive ? 'Enabled' : 'Disabled'}</Badge>
          </>
        }
        footer={
          isActive ? (
            <LinkButton to={`${pageUrl}?dialog=disable`} icon={Power} preventScrollReset>
              Disable
            </LinkButton>
          ) : (
            <>
              {!checklist.deployable && (
                <LinkButton to={address} variant="quiet" className="mr-auto">
                  Back to API Call Chain
                </LinkButton>
              )}
              <Form method="post" action={pageUrl} preventScrollReset>
                <Button
                  type="submit"
                  name="intent"
                  value="deploy"
                  variant="primary"
                  icon={Rocket}
                  disabled={!checklist.deployable}
                  pending={pending}
                  pendingText="Deploying..."
                >
                  Deploy
                </Button>
              </Form>
            </>
          )
        }
      >
        {outcome?.kind === 'not-toggled' && !disabling && (
          <div className="mb-5">
            <Banner tone="bad" title={outcome.title} live>
              {outcome.message}
            </Banner>
          </div>
        )}
        <ul className="flex flex-col gap-3">
          <ChecklistItem done={checklist.nameSet}>Integration name set</ChecklistItem>
          <ChecklistItem done={checklist.triggerConfigured}>Trigger configured</ChecklistItem>
          <ChecklistItem done={checklist.callsConfigured}>API calls configured</ChecklistItem>
          <ChecklistItem done={checklist.callsValid}>All API calls valid</ChecklistItem>
          <WarningItem warnings={warnings} />
          <ChecklistItem done={isActive}>Integration deployed</ChecklistItem>
        </ul>
      </Card>
      {isActive && trigger.type === 'webhook' && (
        <WebhookTesting {...trigger} url={webhookUrl} address={address} pageUrl={pageUrl} revealed={revealed}>
          <RecentDeliveries deliveries={operations.deliveries} address={address} />
        </WebhookTesting>
      )}
      <OperationalStatus operations={operations} address={address} isTimelineOpen={isTimelineOpen} />
    </div>
  );
}
