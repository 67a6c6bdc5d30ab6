import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import { describeProblem } from '~/problem';
import { checkDoor } from '~/services/webhooks/set-up/check-door';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { EditorForm } from '../form/editor-form';

/** Checks what the webhook would do with a pasted request; the form stays as it was typed. */
export async function submitDoorCheck({ app, actor, id }: ActionContext, formData: FormData) {
  const result = parseWithZod(formData, { schema: EditorForm }).reply();
  const request = String(formData.get('doorRequest') ?? '');
  const address = String(formData.get('doorAddress') ?? '').trim();
  const outcome = await checkDoor(app, actor, id, { request, ...(address && { address }) });
  const typed = { request, address };
  if (outcome.kind === 'checked') {
    const door = { ...typed, verdict: outcome.verdict, message: null };
    return data({ kind: 'door-checked' as const, result, door });
  }
  const { status, body } = describeProblem(outcome);
  const message = Object.values(outcome.fields ?? {}).flat()[0] ?? body.message;
  return data(
    { kind: 'door-checked' as const, result, door: { ...typed, verdict: null, message } },
    { status },
  );
}
