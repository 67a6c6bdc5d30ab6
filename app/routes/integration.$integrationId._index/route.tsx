import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from '@remix-run/react';
import { useCallback } from 'react';
import { requireActor, requireMembership } from '~/auth/guards';
import {
  revalidateUnlessFailed,
  catchNetworkErrors,
  withoutNetworkError,
} from '~/components/network/network-error';
import { SignedInShell } from '~/components/shell/signed-in-shell';
import { Tabs } from '~/components/ui/tabs';
import { findIntegration } from '~/db/integrations/integrations';
import { checkDeployable } from '~/engine/checks/checklist';
import { createSamplePayload } from '~/engine/paths/sample-payload';
import { generateWebhookSecret } from '~/services/integrations/integrations';
import { describeIntegration, webhookUrlOf } from '~/services/integrations/integration-response';
import { findLastRun } from '~/services/executions/last-run';
import { findSample } from '~/services/webhooks/samples';
import { submitDeploy, submitDisable } from './deploy/deploy-action';
import { submitDetails } from '../integration.$integrationId/details-action';
import { IntegrationHeader } from '../integration.$integrationId/integration-header';
import { submitEditor, submitEndFormer, submitReveal, acceptTheirs } from './editor/editor-action';
import { toFormValues } from './form/to-form-values';
import { listEventSources } from './trigger/event-sources';
import { discardDraft, draftKey } from './unsaved/discard-draft';
import { LazyDeployStep } from './deploy/lazy-deploy-step';
import { LazyDetailsDialog } from '../integration.$integrationId/lazy-details-dialog';
import { LazyEditor } from './editor/lazy-editor';
import { describeNetworkFailure } from './network-failures';
import { submitRun } from './test-runs/run-action';
import { type SampleCommand, submitSample } from './trigger/sample-action';
import { describeSchedule } from './trigger/schedule-preview.server';
import { describeSecretStatus } from './trigger/secret-status.server';
import { isDeployStep } from '../integration.$integrationId/step-url';
import { submitTest } from './chain/test-call/test-action';
import { readTestRunsQuery } from './test-runs/test-runs-url';
import { loadDeployStep } from './deploy/load-deploy-step.server';
import { useResetOnSave } from './editor/use-reset-on-save';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.integration.name ?? 'Integration'} · Wicked Integrations` },
];

export async function loader({ request, params, context: { app } }: LoaderFunctionArgs) {
  const { user, membership } = await requireMembership(app, request);
  const { organizationId, organizationName } = membership;
  const row = findIntegration(app.db, { id: params.integrationId ?? '', organizationId });
  if (!row) throw redirect('/');
  const { triggerConfig, apiCalls, ...integration } = describeIntegration(app, row);
  const url = new URL(request.url);
  const query = url.searchParams;
  const step = isDeployStep(url) ? 2 : 1;
  const sample = step === 1 ? findSample(app, { organizationId }, row.id) : undefined;
  const values = toFormValues({ ...integration, triggerConfig, apiCalls });
  return {
    user,
    organizationName,
    integration: {
      id: integration.id,
      name: integration.name,
      description: integration.description,
      isActive: integration.isActive,
      version: integration.version,
      createdAt: integration.createdAt,
      callCount: apiCalls.length,
      trigger:
        triggerConfig.type === 'webhook'
          ? {
              type: 'webhook' as const,
              maskedSecret: triggerConfig.webhook.secret,
              headers: triggerConfig.webhook.headers,
              samplePayload: JSON.stringify(createSamplePayload(triggerConfig.webhook.variables)),
            }
          : { type: triggerConfig.type },
      webhookUrl: webhookUrlOf(app, integration.id),
    },
    step,
    disabling: query.get('dialog') === 'disable' && integration.isActive,
    renaming: query.get('dialog') === 'details',
    values,
    schedule: describeSchedule(values.triggerConfig, app.now()),
    eventSources: listEventSources(
      app,
      { id: integration.id, organizationId },
      values.triggerConfig.event.integrationId,
    ),
    checklist: checkDeployable({ name: integration.name, triggerConfig, apiCalls }),
    secrets: { freshSecret: generateWebhookSecret(), ...describeSecretStatus(triggerConfig) },
    testing: step === 2 ? loadDeployStep(app, row, query, request.headers.get('Cookie')) : undefined,
    sample: sample?.kind === 'sample' ? sample.state : undefined,
    lastRun: findLastRun(app, { integrationId: integration.id, organizationId }, triggerConfig),
  };
}

export async function action({ request, params, context: { app, address } }: ActionFunctionArgs) {
  const { actor } = await requireActor({ app, address }, request);
  const subject = { app, actor, id: params.integrationId ?? '' };
  const formData = await request.formData();
  const intent = String(formData.get('intent') ?? '');
  const tested = /^test:(\d+)$/.exec(intent)?.[1];
  if (tested !== undefined) return submitTest(subject, formData, Number(tested));
  const asked = /^sample:(listen|stop|refresh)$/.exec(intent)?.[1];
  if (asked !== undefined) return submitSample(subject, formData, asked as SampleCommand);
  switch (intent) {
    case 'deploy':
      return submitDeploy(subject);
    case 'disable':
      return submitDisable(subject, formData);
    case 'details':
      return submitDetails(subject, formData);
    case 'run':
    case 'run-test':
      return submitRun(subject, formData, readTestRunsQuery(new URL(request.url).searchParams));
    case 'reveal':
      return submitReveal(subject, formData);
    case 'end-former':
      return submitEndFormer(subject, formData);
    case 'theirs':
      return acceptTheirs(subject);
    default:
      return submitEditor(subject, formData);
  }
}

export async function clientAction(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  return catchNetworkErrors(describeNetworkFailure(form), form.has('inline') ? 'page' : 'toast')(args);
}

/** What changed nothing needs no loading again. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { formData, actionStatus = 200 } = change;
  const changedNothing =
    /^(reveal$|[a-z-]+:)/.test(String(formData?.get('intent') ?? '')) || actionStatus >= 400;
  return changedNothing ? false : revalidateUnlessFailed(change);
};

export default function IntegrationPage() {
  const { user, organizationName, integration, step, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const outcome = withoutNetworkError(answer);
  const { id, isActive } = integration;
  const address = `/integration/${id}`;
  const draftName = draftKey(user.id, id);
  const forgetDraft = useCallback(() => discardDraft(draftName), [draftName]);
  const saved = useResetOnSave(answer !== undefined, forgetDraft);
  const tabs = [
    {
      to: address,
      label: `${loaded.checklist.callsConfigured ? '✓' : '1.'} API Call Chain`,
      isCurrent: step === 1,
    },
    { to: `${address}?step=2`, label: `${isActive ? '✓' : '2.'} Test & Deploy`, isCurrent: step === 2 },
  ];
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      {loaded.renaming && (
        <LazyDetailsDialog
          address={address}
          search={step === 2 ? '?step=2' : ''}
          name={integration.name}
          description={integration.description}
          outcome={outcome?.kind === 'not-renamed' ? outcome : undefined}
        />
      )}
      <IntegrationHeader address={address} search={step === 2 ? '?step=2' : ''} integration={integration} />
      <div className="mb-8">
        <Tabs label="Steps" items={tabs} />
      </div>
      {!loaded.testing ? (
        <LazyEditor
          key={`${id} ${saved.count}`}
          integration={integration}
          draftName={draftName}
          values={loaded.values}
          secrets={loaded.secrets}
          eventSources={loaded.eventSources}
          schedule={loaded.schedule}
          lastRun={loaded.lastRun}
          sample={loaded.sample}
          sent={saved.sent}
          outcome={isEditorOutcome(outcome) ? outcome : undefined}
        />
      ) : (
        <LazyDeployStep
          testing={loaded.testing}
          integration={integration}
          checklist={loaded.checklist}
          disabling={loaded.disabling}
          outcome={isDeployOutcome(outcome) ? outcome : undefined}
          notRun={outcome?.kind === 'not-run' ? outcome : undefined}
          revealed={outcome?.kind === 'revealed' ? outcome : undefined}
        />
      )}
    </SignedInShell>
  );
}

type Outcome = ReturnType<typeof useActionData<typeof action>>;

function isEditorOutcome(outcome: Outcome) {
  const { kind } = outcome ?? {};
  return (
    kind === 'changed' ||
    kind === 'not-saved' ||
    kind === 'revealed' ||
    kind === 'tested' ||
    kind === 'sampled'
  );
}

function isDeployOutcome(outcome: Outcome) {
  return outcome?.kind === 'not-confirmed' || outcome?.kind === 'not-toggled';
}
