// A form that asks for a link by mail, and is sent again, must mail no second one: that would end the first, which may be read by then.
import type { AppContext } from '~/context';
import { idOfForm } from '../form-key';

/** Asks for a link, unless the same form did before: then returns that outcome, and counts towards no limit. */
export function mailOnce<Outcome extends { kind: string }>(
  context: Pick<AppContext, 'config' | 'limits' | 'now'>,
  { purpose, form }: { purpose: 'reset' | 'verification'; form: FormData },
  ask: () => Promise<Outcome>,
): Promise<Outcome> {
  const formId = idOfForm(context, { userId: '' }, form);
  const key = formId && `${purpose} ${formId}`;
  return context.limits.sentMails.once(key, context.now(), ask);
}
