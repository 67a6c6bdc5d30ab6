import { parseWithZod } from '@conform-to/zod/v4';
import { describeProblem } from '~/problem';
import { checkDelivery } from '~/services/webhooks/set-up/check-delivery';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { EditorForm } from '../form/editor-form';
import { nameBeside } from '../form/read-form';
import { respond } from '../form/respond';

/** Checks what the webhook would do with a pasted request; the form stays as it was typed. A read-only form sends no choices. */
export async function submitDeliveryCheck({ app, actor, id, mayEdit }: ActionContext, formData: FormData) {
  const result = mayEdit ? parseWithZod(formData, { schema: EditorForm }).reply() : {};
  const request = String(formData.get(nameBeside('request')) ?? '');
  const address = String(formData.get(nameBeside('address')) ?? '').trim();
  const outcome = await checkDelivery(app, actor, id, { request, ...(address && { address }) });
  const typed = { request, address };
  if (outcome.kind === 'checked') {
    const check = { ...typed, verdict: outcome.verdict, message: null };
    return respond({ kind: 'delivery-checked' as const, result, check });
  }
  const { status, body } = describeProblem(outcome);
  const message = Object.values(outcome.fields ?? {}).flat()[0] ?? body.message;
  return respond(
    { kind: 'delivery-checked' as const, result, check: { ...typed, verdict: null, message } },
    { status },
  );
}
