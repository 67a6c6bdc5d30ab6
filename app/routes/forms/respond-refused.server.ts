import { data } from '@remix-run/node';
import { toFieldErrors, type Typed } from '~/components/typed-form/typed-form';
import { describeProblem, type Problem } from '~/problem';

/**
 * Responds to a form that was refused: with what was typed, the messages of each field in the form's own names, and, when no
 * field is to blame, the message as `failure`.
 */
export function respondRefused<Sent>(problem: Problem, typed: Sent, errors = toFieldErrors(problem.fields)) {
  const { body, ...init } = describeProblem(problem);
  return data({ typed, errors, failure: problem.fields ? null : body.message }, init);
}

/**
 * Responds to a form whose subject was saved since the form was drawn. `version`: the one that stands now. The form then holds
 * it, so that a second save, which comes after that warning, overwrites it.
 */
export function respondSavedSince(what: 'value' | 'connection' | 'channel', typed: Typed, version: number) {
  const message = `This ${what} was saved since you opened it. Save again to overwrite it with what is in the form.`;
  return respondRefused({ kind: 'conflict', message }, { ...typed, version: String(version) });
}
