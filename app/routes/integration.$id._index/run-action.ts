import { data } from '@remix-run/node';
import { redirectWithToast } from '~/auth/toast-cookie';
import { parseJson } from '~/engine/json';
import { describeProblem } from '~/problem';
import { readPayload } from '~/services/payload';
import { runManually } from '~/services/run-control';
import type { Subject } from './editor-action';

/** Starts one execution with the JSON that was typed, and goes on to its log. */
export function submitRun({ app, actor, id }: Subject, formData: FormData) {
  const text = String(formData.get('triggerData') ?? '');
  const problem = describeText(text, app.config.webhookMaxBytes);
  if (problem) return refuse(text, problem, 422);
  const triggerData = text.trim() === '' ? null : parseJson(text);
  const outcome = runManually(app, actor, { integrationId: id, triggerData });
  if (outcome.kind === 'queued') {
    const { executionId } = outcome;
    const toast = { title: 'Execution started', description: 'Follow it in the execution logs.' };
    return redirectWithToast(app, `/integration/${id}/logs?open=${executionId}`, {
      tone: 'success',
      ...toast,
    });
  }
  const { status, body } = describeProblem(outcome);
  if (status === 404) throw new Response('Not Found', { status });
  return refuse(text, body.message, status);
}

function refuse(triggerData: string, message: string, status: number) {
  return data({ kind: 'not-run' as const, triggerData, message }, { status });
}

/** What a delivery may not be, trigger data may not be either. */
function describeText(text: string, maxBytes: number): string | undefined {
  const body = Buffer.from(text);
  if (body.length > maxBytes) return `Trigger data may have at most ${maxBytes.toLocaleString('en')} bytes.`;
  switch (readPayload(body, 'application/json').kind) {
    case 'unparsable':
      return 'Invalid JSON Format: Please check your JSON syntax and try again.';
    case 'too-deep':
      return 'Trigger data may be nested at most 64 levels deep.';
    default:
      return undefined;
  }
}
