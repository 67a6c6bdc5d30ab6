import { describeProblem, type Problem } from '~/problem';

/** Why an integration is not toggled or tested. What is not saved can be neither, and what was deleted is not any more. */
export function describeRejection(problem: Problem): { status: number; message: string } {
  const { status, body } = describeProblem(problem);
  if (problem.kind !== 'not-found') return { status, message: body.message };
  const message =
    'Integration must be saved before toggling, testing or disabling. This one has been deleted.';
  return { status, message };
}
