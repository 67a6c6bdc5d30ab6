import type { AppContext } from '~/context';
import { findExecution } from '~/db/executions/executions';
import type { DefinedIntegration } from '~/db/integrations/integrations';
import { sortByOrder } from '~/engine/definition/order';
import { listFormFields } from '~/engine/triggers/form';
import { findRunForm } from '~/services/runs/control';
import { fillForm } from '../../integration.$integrationId/run/start-run';
import { isAnybodyNotified } from '~/services/alerts/watching';
import { describeIntegration } from '~/services/integrations/integration-response';
import { describeOperations } from '~/services/monitoring/operational-status';
import { describeWarnings } from '~/services/integrations/warnings';
import { maskPayload } from '~/services/executions/mask-trigger-data';
import { findTestData, indentPayload } from '~/services/test-runs/input-data';
import { parseJson } from '~/engine/json/json';
import { findSkipReasonOfTest } from '~/services/webhooks/delivery-checks';
import { findOpenedLog } from '~/services/test-runs/opened-log';
import type { DeployStepData } from './deploy-step';
import type { SavedResponse } from './saved-responses';
import { chooseTestData } from '../test-runs/test-data-options';
import { readTestRunsQuery } from '../test-runs/test-runs-url';
import { isTimelineOpen } from './timeline-cookie';
import { nameCall } from '~/engine/definition/call-name';

type Description = ReturnType<typeof describeIntegration>;

/** Loads what the second step shows besides the integration itself. */
export async function loadDeployStep(
  app: AppContext,
  integration: DefinedIntegration,
  search: URLSearchParams,
  cookies: string | null,
): Promise<DeployStepData> {
  const { tags, triggerConfig, apiCalls, responseHandlingSteps } = describeIntegration(app, integration);
  const view = readTestRunsQuery(search);
  const owner = { organizationId: integration.organizationId, integrationId: integration.id };
  const tested = await findTriggerData(app, integration, view.test);
  const data = await findTestData(app, integration, triggerConfig);
  const { text, ...filled } = chooseTestData(
    { ...data, execution: await findTriggerData(app, integration, view.of) },
    view.data,
    tested,
  );
  const isTested = view.data === null && tested !== undefined;
  const ofSource = filled.source === 'last' ? data.lastId : filled.source === 'execution' ? view.of : null;
  const deployed = await findRunForm(app, integration, { integrationId: integration.id });
  return {
    view,
    opened: view.log === null ? undefined : await findOpenedLog(app, owner, view.log),
    operations: await describeOperations(app, integration),
    saved: listSaved(apiCalls),
    warnings: await describeWarnings(app, integration),
    isAnybodyNotified: await isAnybodyNotified(app, {
      ...owner,
      id: integration.id,
      tags,
      responseHandlingSteps,
    }),
    filled,
    skipReason: await findSkipReason(triggerConfig, tested),
    form: fillForm(app, listFormFields(triggerConfig), text, isTested ? view.test : ofSource),
    hasForm: deployed.kind === 'form' && deployed.fields.length > 0,
    isTimelineOpen: isTimelineOpen(cookies),
  };
}

/** Finds the trigger data of an execution, with secrets masked; undefined when it is not this integration's. */
async function findTriggerData(
  app: AppContext,
  { id: integrationId, organizationId }: DefinedIntegration,
  id: string | null,
) {
  const execution = id && (await findExecution(app.db, { id, integrationId, organizationId }));
  if (!execution) return undefined;
  const { trigger_data: data, integration_version: version } = execution;
  if (data === null || data === 'null') return '';
  return indentPayload(await maskPayload(app, integrationId, version, data));
}

/** Finds out why the webhook would not have run for what was tested: a test runs without looking at its conditions. */
async function findSkipReason(trigger: Description['triggerConfig'], tested: string | undefined) {
  if (trigger.type !== 'webhook' || tested === undefined) return null;
  return (await findSkipReasonOfTest(trigger, tested === '' ? null : parseJson(tested))) ?? null;
}

function listSaved(apiCalls: Description['apiCalls']): SavedResponse[] {
  return sortByOrder(apiCalls).flatMap(({ name, responseMapping, repeat }, index) => {
    const { saveAs = '', computed = [] } = responseMapping;
    const ofPages = repeat?.kind === 'pages' ? [{ jsonPath: repeat.items, saveAs: repeat.saveAs }] : [];
    const made = computed.map((variable) => ({ jsonPath: variable.template, saveAs: variable.saveAs }));
    const extractFields = [...ofPages, ...responseMapping.extractFields, ...made];
    if (!saveAs && extractFields.length === 0) return [];
    return [{ order: index + 1, callName: nameCall(name, index), saveAs, extractFields }];
  });
}
