import { data, replace } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import type { TriggerConfig } from '~/engine/integration';
import { idOfForm } from '~/services/form-key';
import { describeIntegration } from '~/services/integrations/integration-response';
import { chooseRealData, findTestData } from '~/services/test-runs/input-data';
import { startTest } from '~/services/test-runs/whole-chain';
import type { ActionContext } from '../../../integration.$integrationId/action-context';
import { describeRejection } from '../../../integration.$integrationId/problem-message';
import { readTriggerData } from '../../../integration.$integrationId/read-trigger-data';

/**
 * Tests the saved version with the last real data, and redirects to the editor, which shows the progress. When there is
 * no data yet and the trigger delivers some, the editor asks for it.
 */
export async function startSavedTest(subject: ActionContext, formData: FormData): Promise<Response> {
  const { app, actor, id } = subject;
  const integration = await findDefinedIntegration(app.db, { id, organizationId: actor.organizationId });
  if (!integration) return await refuse(subject, describeRejection({ kind: 'not-found' }).message);
  const { triggerConfig } = describeIntegration(app, integration);
  const triggerData = chooseRealData(await findTestData(app, integration, triggerConfig));
  if (triggerData === undefined && bringsData(triggerConfig)) {
    return replace(`/integration/${id}?dialog=test-data`);
  }
  const outcome = await startTest(app, actor, {
    integrationId: id,
    triggerData: triggerData ?? null,
    formId: idOfForm(app, actor, formData),
  });
  if (outcome.kind === 'queued') return showTest(id, outcome.executionId);
  return await refuse(subject, describeRejection(outcome).message);
}

/** Tests the saved version with the JSON that the user typed. */
export async function submitTestData({ app, actor, id }: ActionContext, formData: FormData) {
  const text = String(formData.get('triggerData') ?? '');
  const read = readTriggerData(text, app.config.webhookMaxBytes);
  if (read.kind === 'wrong') return ask(text, read.message, 422);
  const outcome = await startTest(app, actor, {
    integrationId: id,
    triggerData: read.triggerData,
    formId: idOfForm(app, actor, formData),
  });
  if (outcome.kind === 'queued') return showTest(id, outcome.executionId);
  const { message, status } = describeRejection(outcome);
  return ask(text, message, status);
}

function bringsData({ type }: TriggerConfig): boolean {
  return type === 'webhook' || type === 'event';
}

/** Replaces the page in the history, so that Back does not lead from test to test. */
function showTest(id: string, executionId: string): Response {
  return replace(`/integration/${id}?test=${executionId}`);
}

function ask(triggerData: string, message: string, status: number) {
  return data({ kind: 'not-run' as const, triggerData, message }, { status });
}

function refuse({ app, id }: ActionContext, description: string): Promise<Response> {
  const toast = { tone: 'destructive' as const, title: 'Test failed', description };
  return redirectWithToast(app, `/integration/${id}`, toast);
}
