import type { ActionContext } from '../../integration.$integrationId/action-context';
import { describeRetention } from './retention-limits';
import { readCount, saveLimits } from './limits-action';

/** Saves the integration's own retention limits. An empty field means no own limit. */
export async function submitRetention(subject: ActionContext, formData: FormData) {
  const limits = {
    retentionDays: readCount(formData, 'retentionDays'),
    retentionDaysFailed: readCount(formData, 'retentionDaysFailed'),
    retentionMib: readCount(formData, 'retentionMib'),
  };
  const kept = describeRetention(limits);
  return await saveLimits(subject, limits, kept === '' ? 'As for every integration.' : `At most ${kept}.`);
}
