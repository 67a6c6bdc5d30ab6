import type { ActionContext } from '../../integration.$integrationId/action-context';
import { describeRetention, type RetentionLimits } from './retention-limits';
import { readCount, saveLimits } from '../limits/limits-action';

/** Saves the integration's own retention limits. An empty field means no own limit. */
export async function submitRetention(subject: ActionContext, formData: FormData) {
  const limits = {
    retentionDays: readCount(formData, 'retentionDays'),
    retentionDaysFailed: readCount(formData, 'retentionDaysFailed'),
    retentionMib: readCount(formData, 'retentionMib'),
  };
  return await saveLimits(subject, formData, { limits, title: 'Limits saved', describe: describeKept });
}

function describeKept(saved: RetentionLimits): string {
  const kept = describeRetention(saved);
  return kept === '' ? 'As for every integration.' : `At most ${kept}.`;
}
