import { redirectWithToast } from '~/auth/toast-cookie';
import type { IntegrationLimits } from '~/engine/definition/execution-limits';
import { describeProblem } from '~/problem';
import { updateIntegration } from '~/services/integrations/integrations';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { deployUrl } from '../../integration.$integrationId/deploy-url';

/** Saves the limits on executions and deliveries. An empty field means no limit. */
export async function submitLimits(subject: ActionContext, formData: FormData) {
  const limits = {
    executionsAtOnce: readCount(formData, 'executionsAtOnce'),
    executionsPerHour: readCount(formData, 'executionsPerHour'),
    deliveriesPerSecond: readCount(formData, 'deliveriesPerSecond'),
  };
  return await saveLimits(subject, limits, describeLimits(limits));
}

/** Saves limits, and redirects with a toast that says `saved` or gives the reason of a refusal. */
export async function saveLimits(
  { app, actor, id }: ActionContext,
  limits: Partial<IntegrationLimits>,
  saved: string,
) {
  const outcome = await updateIntegration(app, actor, id, limits);
  if (outcome.kind === 'integration') {
    return redirectWithToast(app, deployUrl(id), {
      tone: 'success',
      title: 'Limits saved',
      description: saved,
    });
  }
  const { body } = describeProblem(outcome);
  const description = Object.values(body.fields ?? {}).flat()[0] ?? body.message;
  return redirectWithToast(app, deployUrl(id), { tone: 'destructive', title: 'Save failed', description });
}

/** Reads a number from the form; null for an empty field. */
export function readCount(formData: FormData, name: string): number | null {
  const typed = formData.get(name);
  const text = typeof typed === 'string' ? typed.trim() : '';
  return text === '' ? null : Number(text);
}

function describeLimits({
  executionsAtOnce: atOnce,
  executionsPerHour: perHour,
  deliveriesPerSecond: perSecond,
}: Pick<IntegrationLimits, 'executionsAtOnce' | 'executionsPerHour' | 'deliveriesPerSecond'>): string {
  const limits = [
    ...(atOnce === null ? [] : [`${atOnce} executions at once`]),
    ...(perHour === null ? [] : [`${perHour} executions an hour`]),
    ...(perSecond === null ? [] : [`${perSecond} deliveries a second`]),
  ];
  return limits.length === 0 ? 'Nothing is limited.' : `At most ${limits.join(', ')}.`;
}
