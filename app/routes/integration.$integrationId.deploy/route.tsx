import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useActionResponse } from '~/components/network/network-error';
import { createSampleHeaders, createSamplePayload } from '~/engine/conditions/sample-payload';
import { toProof } from '~/engine/senders/verify';
import { describeHoldingTests } from '~/services/integrations/required-tests';
import { describeWaiting } from '~/services/integrations/waiting';
import { webhookUrlOf } from '~/services/integrations/integration-response';
import { readActionContext } from '../integration.$integrationId/action-context';
import { deployUrl } from '../integration.$integrationId/deploy-url';
import { readSentRun } from '../integration.$integrationId/run/sent-run';
import { submitDetails } from '../integration.$integrationId/details-action';
import { IntegrationFrame } from '../integration.$integrationId/integration-frame';
import { loadIntegration } from '../integration.$integrationId/load-integration.server';
import { revealSecret } from '../integration.$integrationId/revealed-secret';
import { submitAutoDeploy, submitDeploy, submitDisable } from './deploy/deploy-action';
import { submitLimits } from './limits/limits-action';
import { describeDiscarded, submitDiscard, submitPauseLimit, submitResume } from './deploy/pause-action';
import { submitRetention } from './deploy/retention-action';
import { DeployStep } from './deploy/deploy-step';
import { loadDeployStep } from './deploy/load-deploy-step.server';
import { submitReplays } from './limits/replay-action';
import { submitRun } from './test-runs/run-action';
import { readTestRunsQuery } from './test-runs/test-runs-url';

export { clientAction, shouldRevalidate } from '../integration.$integrationId/form-submission';

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `Test & Deploy · ${loaded?.frame.integration.name ?? 'Not found'} · Wicked Integrations` },
];

export async function loader(args: LoaderFunctionArgs) {
  const { app } = args.context;
  const { row, integration, checklist, query, frame } = await loadIntegration(args);
  const { id, isActive, triggerConfig, apiCalls, pauseAfterErrors, pausedAt } = integration;
  const { autoDeploy, requireTests, version, deployedVersion } = integration;
  const { executionsAtOnce, executionsPerHour, deliveriesPerSecond } = integration;
  const { retentionDays, retentionDaysFailed, retentionMib } = integration;
  const { prunedEarly, prunedEarlyBytes, prunedEarlyAt, automaticReplays } = integration;
  return {
    frame,
    integration: {
      id,
      isActive,
      pauseAfterErrors,
      pausedAt,
      automaticReplays,
      autoDeploy,
      requireTests,
      holdingTests: (await describeHoldingTests(app, row)) ?? null,
      version,
      deployedVersion,
      executionsAtOnce,
      executionsPerHour,
      deliveriesPerSecond,
      retention: {
        retentionDays,
        retentionDaysFailed,
        retentionMib,
        maxDays: app.config.retentionDays,
        maxDaysFailed: app.config.retentionDaysFailed,
        prunedEarly,
        prunedEarlyBytes,
        prunedEarlyAt,
      },
      maxPerSecond: triggerConfig.type === 'webhook' ? app.config.webhookRate : undefined,
      waiting: await describeWaiting(app, row),
      callCount: apiCalls.length,
      trigger:
        triggerConfig.type === 'webhook'
          ? {
              type: 'webhook' as const,
              maskedSecret: triggerConfig.webhook.secret,
              proof: toProof(triggerConfig.webhook.verify),
              headers: { ...createSampleHeaders(triggerConfig.webhook), ...triggerConfig.webhook.headers },
              samplePayload: JSON.stringify(createSamplePayload(triggerConfig.webhook)),
            }
          : { type: triggerConfig.type },
      webhookUrl: webhookUrlOf(app, id),
    },
    checklist,
    disabling: query.get('dialog') === 'disable' && isActive,
    discarding:
      query.get('dialog') === 'discard' && pausedAt !== null ? await describeDiscarded(app, row) : null,
    testing: await loadDeployStep(app, row, query, args.request.headers.get('Cookie')),
  };
}

export async function action(args: ActionFunctionArgs) {
  const subject = await readActionContext(args);
  const sent = await readSentRun(args.request);
  const { formData } = sent;
  switch (formData.get('intent')) {
    case 'deploy':
      return submitDeploy(subject);
    case 'disable':
      return submitDisable(subject, formData);
    case 'auto-deploy':
      return submitAutoDeploy(subject, formData);
    case 'limits':
      return submitLimits(subject, formData);
    case 'retention':
      return submitRetention(subject, formData);
    case 'automatic-replays':
      return submitReplays(subject, formData);
    case 'pause-limit':
      return submitPauseLimit(subject, formData);
    case 'resume':
      return submitResume(subject);
    case 'discard':
      return submitDiscard(subject);
    case 'details':
      return submitDetails(subject, formData, deployUrl(subject.id));
    case 'run':
    case 'run-test':
      return submitRun(subject, sent, readTestRunsQuery(new URL(args.request.url).searchParams));
    case 'reveal': {
      const { revealed, status } = await revealSecret(subject);
      return data({ kind: 'revealed' as const, ...revealed }, { status });
    }
    default:
      throw data('No such intent', { status: 400 });
  }
}

/** The second step: tests, deploys and watches the saved version. */
export default function DeployPage() {
  const { frame, ...loaded } = useLoaderData<typeof loader>();
  const outcome = useActionResponse<typeof action>();
  return (
    <IntegrationFrame
      frame={frame}
      step="deploy"
      notRenamed={outcome?.kind === 'not-renamed' ? outcome : undefined}
    >
      <DeployStep
        // What was typed and read is of this integration; history leads from one to another.
        key={loaded.integration.id}
        {...loaded}
        outcome={outcome?.kind === 'not-confirmed' || outcome?.kind === 'not-toggled' ? outcome : undefined}
        notRun={outcome?.kind === 'not-run' ? outcome : undefined}
        revealed={outcome?.kind === 'revealed' ? outcome : undefined}
      />
    </IntegrationFrame>
  );
}
