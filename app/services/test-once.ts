// A test sends requests, so a form that is sent again must not send them once more.
import type { AppContext } from '~/context';
import type { Actor } from './actor';
import { idOfForm } from './form-key';

interface SentForm {
  actor: Pick<Actor, 'userId'> & { organizationId: string | null };
  /** The id of what is tested. */
  subjectId: string;
  form: FormData;
}

/** Does a test, unless the same form asked for it before: then returns what that one did, or does. */
export function testOnce<Outcome extends { kind: string }>(
  context: Pick<AppContext, 'config' | 'limits' | 'now'>,
  { actor, subjectId, form }: SentForm,
  test: () => Promise<Outcome>,
): Promise<Outcome> {
  const formId = idOfForm(context, actor, form);
  const key = formId && `${subjectId} ${formId}`;
  return context.limits.sentTests.once(key, context.now(), test);
}
