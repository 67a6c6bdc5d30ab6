// What a screen shows when it refuses a form whose fields are valid.
import { describeProblem, type Problem } from '~/problem';
import type { ProblemArea } from '~/problem-areas';

/** A form that was read, as Conform returns it. */
export interface Submission<Result> {
  reply(options: { hideFields: string[]; fieldErrors: Record<string, string[]> }): Result;
}

/**
 * Returns the parts of the response: messages at the fields that the problem names, such as a wrong current password, or
 * otherwise one failure above the form. Passwords are not sent back.
 *
 * @param submission undefined when a person filled in no field
 */
export function refuseForm<Result>(
  problem: Problem,
  submission: Submission<Result> | undefined,
  { area, hideFields = ['currentPassword'] }: { area?: ProblemArea; hideFields?: string[] } = {},
) {
  const { body, ...init } = describeProblem(problem, area);
  const fieldErrors = (submission && body.fields) ?? {};
  const failure = Object.keys(fieldErrors).length > 0 ? null : body.message;
  return { refusal: { result: submission?.reply({ hideFields, fieldErrors }), failure }, init };
}
