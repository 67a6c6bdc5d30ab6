import type { AppContext } from '~/context';
import { OrganizationQuota } from '~/engine/definition/execution-limits';
import type { Problem } from '~/problem';
import { changeQuota } from '~/services/administration/quotas';
import type { Administrator } from '~/services/installation/administrators';

/** Reads a bound; null, for no bound, when the field is empty. */
function readBound(typed: string): number | null {
  const text = typed.trim();
  return text === '' ? null : Number(text);
}

/**
 * Changes an organization's quota. `read` returns the text of a form field; `seen`: what the form
 * showed first. Problems: forbidden, not-found, invalid, conflict.
 */
export async function submitQuota(
  app: AppContext,
  administrator: Administrator,
  read: (name: string) => string,
  seen: object,
): Promise<{ kind: 'done' } | Problem> {
  const quota = OrganizationQuota.safeParse({
    executionsPerHour: readBound(read('executionsPerHour')),
    executionsPerDay: readBound(read('executionsPerDay')),
  });
  if (!quota.success) return { kind: 'invalid', message: quota.error.issues[0]?.message ?? '' };
  return changeQuota(app, administrator, read('organizationId'), quota.data, seen);
}
