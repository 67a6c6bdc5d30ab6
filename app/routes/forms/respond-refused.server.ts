import { data } from '@remix-run/node';
import { toFieldErrors } from '~/components/typed-form/typed-form';
import { describeProblem, type Problem } from '~/problem';

/**
 * Responds to a form that was refused: with what was typed, the messages of each field in the form's own names, and, when no
 * field is to blame, the message as `failure`.
 */
export function respondRefused<Typed>(
  problem: Problem,
  typed: Typed,
  errors = toFieldErrors(problem.fields),
) {
  const { body, ...init } = describeProblem(problem);
  return data({ typed, errors, failure: problem.fields ? null : body.message }, init);
}
