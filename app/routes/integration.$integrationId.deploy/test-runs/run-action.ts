import { data, redirect } from '@remix-run/node';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { deployUrl } from '../../integration.$integrationId/deploy-url';
import { showStarted, startTyped } from '../../integration.$integrationId/run/start-run';
import type { SentRun } from '../../integration.$integrationId/run/sent-run';
import { testRunsUrl, type TestRunsQuery } from './test-runs-url';

/** Starts one execution with what the user typed. Redirects to its log, or to the results for a test. */
export async function submitRun(subject: ActionContext, sent: SentRun, view: TestRunsQuery) {
  const isTest = sent.formData.get('intent') === 'run-test';
  const outcome = await startTyped(subject, sent, { isTest });
  if (outcome.kind === 'queued') {
    const { executionId } = outcome;
    const results = testRunsUrl(deployUrl(subject.id), { ...view, test: executionId, log: null, data: null });
    return isTest ? redirect(`${results}#live-results`) : showStarted(subject, executionId);
  }
  const { typed, errors, message, status } = outcome;
  const title = isTest ? 'Test failed' : 'Operation failed';
  return data({ kind: 'not-run' as const, title, typed, errors, message }, { status });
}
