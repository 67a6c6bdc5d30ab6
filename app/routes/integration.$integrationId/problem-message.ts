import { describeProblem, type Problem } from '~/problem';

/** Describes why an integration cannot be toggled or tested. One that was deleted can be neither. */
export function describeRejection(problem: Problem): { status: number; message: string } {
  const { status, body } = describeProblem(problem);
  if (problem.kind !== 'not-found') return { status, message: body.message };
  const message =
    'Integration must be saved before toggling, testing or disabling. This one has been deleted.';
  return { status, message };
}
