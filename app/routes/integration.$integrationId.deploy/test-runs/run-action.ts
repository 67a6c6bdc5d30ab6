import { data, redirect } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import { idOfForm } from '~/services/form-key';
import { runManually } from '~/services/runs/control';
import { startTest } from '~/services/test-runs/whole-chain';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { deployUrl } from '../../integration.$integrationId/deploy-url';
import { describeRejection } from '../../integration.$integrationId/problem-message';
import { readTriggerData } from '../../integration.$integrationId/read-trigger-data';
import { testRunsUrl, type TestRunsQuery } from './test-runs-url';

/** Starts one execution with the JSON that the user typed. Redirects to its log, or to the results for a test. */
export async function submitRun({ app, actor, id }: ActionContext, formData: FormData, view: TestRunsQuery) {
  const isTest = formData.get('intent') === 'run-test';
  const text = String(formData.get('triggerData') ?? '');
  const read = readTriggerData(text, app.config.webhookMaxBytes);
  if (read.kind === 'wrong') return refuse(text, isTest, read.message, 422);
  const { triggerData } = read;
  const start = isTest ? startTest : runManually;
  const outcome = await start(app, actor, {
    integrationId: id,
    triggerData,
    formId: idOfForm(app, actor, formData),
  });
  if (outcome.kind === 'queued') {
    const { executionId } = outcome;
    const results = testRunsUrl(deployUrl(id), { ...view, test: executionId, log: null, data: null });
    if (isTest) return redirect(`${results}#live-results`);
    const toast = { title: 'Execution started', description: 'Follow it in the execution logs.' };
    const log = `/integration/${id}/logs?open=${executionId}#execution-${executionId}`;
    return redirectWithToast(app, log, { tone: 'success', ...toast });
  }
  const { status, message } = describeRejection(outcome);
  return refuse(text, isTest, message, status);
}

function refuse(triggerData: string, isTest: boolean, message: string, status: number) {
  const title = isTest ? 'Test failed' : 'Operation failed';
  return data({ kind: 'not-run' as const, triggerData, title, message }, { status });
}
