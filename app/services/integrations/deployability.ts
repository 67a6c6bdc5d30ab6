import { checkDeployable, listCallProblems } from '~/engine/checks/checklist';
import type { Definition } from '~/engine/integration';
import type { Problem } from '~/problem';

export const incompleteDraft = 'Configure trigger and add at least one API call with URL and method';
export const incompleteChange =
  'A deployed integration needs at least one API call with URL and method. Disable it first.';

/**
 * Returns why an integration cannot be deployed: a call names no host that its credentials are for, or else, in the words of
 * `incomplete`, the checklist is not complete. Returns undefined when it can be deployed.
 */
export function findDeployProblem(
  integration: Definition & { name: string },
  incomplete: string,
): Problem | undefined {
  if (checkDeployable(integration).deployable) return undefined;
  const problems = integration.apiCalls.flatMap(listCallProblems);
  const message = problems.find(({ field }) => field === 'allowedHosts')?.message ?? incomplete;
  return { kind: 'invalid', message };
}
