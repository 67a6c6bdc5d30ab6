import { parseWithZod } from '@conform-to/zod/v4';
import { redirectWithToast } from '~/auth/toast-cookie';
import { describeProblem } from '~/problem';
import { pasteSample } from '~/services/webhooks/pasted-sample';
import { findSample, type SampleOutcome, startListening, stopListening } from '~/services/webhooks/samples';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { EditorForm } from '../form/editor-form';
import { nameBeside } from '../form/read-form';
import { respond } from '../form/respond';

const commands = { listen: startListening, stop: stopListening, refresh: findSample };

export type SampleCommand = keyof typeof commands | 'paste';

/** Starts or stops listening for a sample delivery, looks for one, or takes a pasted one; the form stays as it was typed. */
export async function submitSample(
  { app, actor, id }: ActionContext,
  formData: FormData,
  command: SampleCommand,
) {
  const result = parseWithZod(formData, { schema: EditorForm }).reply();
  const pasted = String(formData.get(nameBeside('sample')) ?? '');
  const outcome =
    command === 'paste' ? await pasteSample(app, actor, id, pasted) : await commands[command](app, actor, id);
  if (outcome.kind === 'sample') {
    const update = { state: outcome.state, message: null, pasted: '' };
    return respond({ kind: 'sampled' as const, result, update });
  }
  const { status, body } = describeProblem(outcome);
  const update = { state: null, message: body.message, pasted };
  return respond({ kind: 'sampled' as const, result, update }, { status });
}

/** Listens for a sample with the trigger that was just saved, and shows the trigger again. */
export async function listenToSaved({ app, actor, id }: ActionContext): Promise<Response> {
  const outcome = await startListening(app, actor, id);
  return redirectWithToast(app, `/integration/${id}#sample`, describeListening(outcome));
}

function describeListening(outcome: SampleOutcome) {
  if (outcome.kind !== 'sample') {
    const description = describeProblem(outcome).body.message;
    return { tone: 'destructive' as const, title: 'Saved, but not listening', description };
  }
  const { closed } = outcome.state;
  if (closed !== null)
    return { tone: 'destructive' as const, title: 'Saved, but nothing can arrive', description: closed };
  const description = 'Now let the sender send something.';
  return { tone: 'success' as const, title: 'Configuration saved', description };
}
