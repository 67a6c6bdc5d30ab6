import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { describeProblem } from '~/problem';
import { findSample, startListening, stopListening } from '~/services/webhooks/samples';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { EditorForm } from '../form/editor-form';

const commands = { listen: startListening, stop: stopListening, refresh: findSample };

export type SampleCommand = keyof typeof commands;

/** Starts or stops listening for a sample delivery, or looks for one; the form stays as it was typed. */
export async function submitSample(
  { app, actor, id }: ActionContext,
  formData: FormData,
  command: SampleCommand,
) {
  const result = parseWithZod(formData, { schema: EditorForm }).reply();
  const outcome = await commands[command](app, actor, id);
  if (outcome.kind === 'sample') {
    return data({ kind: 'sampled' as const, result, update: { state: outcome.state, message: null } });
  }
  const { status, body } = describeProblem(outcome);
  return data(
    { kind: 'sampled' as const, result, update: { state: null, message: body.message } },
    { status },
  );
}
