import { redirectWithToast } from '~/auth/toast-cookie';
import type { IntegrationLimits } from '~/engine/definition/execution-limits';
import { describeProblem } from '~/problem';
import { updateIntegration } from '~/services/integrations/integrations';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { readSeen } from '../../forms/read-seen.server';
import { deployUrl } from '../../integration.$integrationId/deploy-url';

/** Saves the limits on executions and deliveries. An empty field means no limit. */
export async function submitLimits(subject: ActionContext, formData: FormData) {
  const limits = {
    executionsAtOnce: readCount(formData, 'executionsAtOnce'),
    executionsPerHour: readCount(formData, 'executionsPerHour'),
    deliveriesPerSecond: readCount(formData, 'deliveriesPerSecond'),
  };
  return await saveLimits(subject, formData, { limits, title: 'Limits saved', describe: describeLimits });
}

interface LimitsForm {
  limits: Partial<IntegrationLimits>;
  /** The title and the text of the toast once they are saved. */
  title: string;
  describe: (saved: IntegrationLimits) => string;
}

/** Saves limits, and redirects with a toast that says what is stored or gives the reason of a refusal. */
export async function saveLimits(
  { app, actor, id }: ActionContext,
  formData: FormData,
  { limits, title, describe }: LimitsForm,
) {
  const seen = readSeen(formData, Object.keys(limits));
  const outcome = await updateIntegration(app, actor, id, limits, { seen });
  if (outcome.kind === 'integration') {
    const description = describe(outcome.integration);
    return redirectWithToast(app, deployUrl(id), { tone: 'success', title, description });
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
