import { redirectWithToast } from '~/auth/toast-cookie';
import { describeProblem } from '~/problem';
import { updateIntegration } from '~/services/integrations/integrations';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import { deployUrl } from '../../integration.$integrationId/deploy-url';

/** An empty field is no limit. */
export async function submitLimits({ app, actor, id }: ActionContext, formData: FormData) {
  const executionsAtOnce = readCount(formData, 'executionsAtOnce');
  const executionsPerHour = readCount(formData, 'executionsPerHour');
  const outcome = await updateIntegration(app, actor, id, { executionsAtOnce, executionsPerHour });
  if (outcome.kind === 'integration') {
    const description = describeLimits(executionsAtOnce, executionsPerHour);
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

function describeLimits(atOnce: number | null, perHour: number | null): string {
  const limits = [
    ...(atOnce === null ? [] : [`at most ${atOnce} at once`]),
    ...(perHour === null ? [] : [`at most ${perHour} an hour`]),
  ];
  return limits.length === 0 ? 'Executions are not limited.' : `Executions: ${limits.join(', ')}.`;
}
