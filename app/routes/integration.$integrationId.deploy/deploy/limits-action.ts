import { redirectWithToast } from '~/auth/toast-cookie';
import type { CountedLimits } from '~/db/integrations/limits';
import { describeProblem } from '~/problem';
import { updateIntegration } from '~/services/integrations/integrations';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { deployUrl } from '../../integration.$integrationId/deploy-url';

/** An empty field is no limit. */
export async function submitLimits({ app, actor, id }: ActionContext, formData: FormData) {
  const executionsAtOnce = readCount(formData, 'executionsAtOnce');
  const executionsPerHour = readCount(formData, 'executionsPerHour');
  const deliveriesPerSecond = readCount(formData, 'deliveriesPerSecond');
  const retentionDays = readCount(formData, 'retentionDays');
  const limits = { executionsAtOnce, executionsPerHour, deliveriesPerSecond, retentionDays };
  const outcome = await updateIntegration(app, actor, id, limits);
  if (outcome.kind === 'integration') {
    const description = describeLimits(limits);
    return redirectWithToast(app, deployUrl(id), { tone: 'success', title: 'Limits saved', description });
  }
  const { body } = describeProblem(outcome);
  const description = Object.values(body.fields ?? {}).flat()[0] ?? body.message;
  return redirectWithToast(app, deployUrl(id), { tone: 'destructive', title: 'Save failed', description });
}

function readCount(formData: FormData, name: string): number | null {
  const typed = formData.get(name);
  const text = typeof typed === 'string' ? typed.trim() : '';
  return text === '' ? null : Number(text);
}

function describeLimits({
  executionsAtOnce: atOnce,
  executionsPerHour: perHour,
  deliveriesPerSecond: perSecond,
  retentionDays: days,
}: CountedLimits): string {
  const limits = [
    ...(atOnce === null ? [] : [`${atOnce} executions at once`]),
    ...(perHour === null ? [] : [`${perHour} executions an hour`]),
    ...(perSecond === null ? [] : [`${perSecond} deliveries a second`]),
    ...(days === null ? [] : [`${days} ${days === 1 ? 'day' : 'days'} in the logs`]),
  ];
  return limits.length === 0 ? 'Nothing is limited.' : `At most ${limits.join(', ')}.`;
}
