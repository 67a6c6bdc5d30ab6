import { data, replace } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import type { TriggerConfig } from '~/engine/integration';
import { listFormFields } from '~/engine/triggers/form';
import { idOfForm } from '~/services/form-key';
import { describeIntegration } from '~/services/integrations/integration-response';
import { chooseRealData, findTestData } from '~/services/test-runs/input-data';
import { startTest } from '~/services/test-runs/whole-chain';
import type { ActionContext } from '../../../integration.$integrationId/action-context';
import { describeRejection } from '../../../integration.$integrationId/problem-message';
import type { SentRun } from '../../../integration.$integrationId/run/sent-run';
import { startTyped } from '../../../integration.$integrationId/run/start-run';

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
  const toForm = `/integration/${id}?dialog=test-data`;
  if (triggerData === undefined && bringsData(triggerConfig)) return replace(toForm);
  const outcome = await startTest(app, actor, {
    integrationId: id,
    triggerData: triggerData ?? null,
    formId: idOfForm(app, actor, formData),
  });
  if (outcome.kind === 'queued') return showTest(id, outcome.executionId);
  // The last data need not fit the form as it is now.
  if (outcome.fields) return replace(toForm);
  return await refuse(subject, describeRejection(outcome).message);
}

/** Tests the saved version with what the user typed. */
export async function submitTestData(subject: ActionContext, sent: SentRun) {
  const outcome = await startTyped(subject, sent, { isTest: true });
  if (outcome.kind === 'queued') return showTest(subject.id, outcome.executionId);
  return data({ ...outcome, kind: 'not-run' as const }, { status: outcome.status });
}

function bringsData(trigger: TriggerConfig): boolean {
  return trigger.type === 'webhook' || trigger.type === 'event' || listFormFields(trigger).length > 0;
}

/** Replaces the page in the history, so that Back does not lead from test to test. */
function showTest(id: string, executionId: string): Response {
  return replace(`/integration/${id}?test=${executionId}`);
}

function refuse({ app, id }: ActionContext, description: string): Promise<Response> {
  const toast = { tone: 'destructive' as const, title: 'Test failed', description };
  return redirectWithToast(app, `/integration/${id}`, toast);
}
