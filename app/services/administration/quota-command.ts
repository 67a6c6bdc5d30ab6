// `npm run admin -- organizations` and `quota`: lists the organizations, and sets how many executions each may begin.
import { type ListedOrganization, listOrganizations } from '~/db/organizations/organization-list';
import type { Queries } from '~/db/core/queries';
import { OrganizationQuota } from '~/engine/definition/execution-limits';
import type { By } from '../installation/administrators';
import { describeBounds } from '../limits/quota-text';
import { describeUsage } from './command-usage';
import { setQuota } from './quotas';

/** Lists one line for each organization, the newest first. */
export async function listOrganizationLines(db: Queries): Promise<string[]> {
  const lines: string[] = [];
  for (let before: string | undefined; ;) {
    const rows = await listOrganizations(db, { limit: 500, ...(before !== undefined && { before }) });
    lines.push(...rows.map(describeRow));
    before = rows.at(-1)?.id;
    if (before === undefined) return lines.length > 0 ? lines : ['No organizations yet.'];
  }
}

function describeRow({ id, name, ...quota }: ListedOrganization): string {
  return [id, name, `quota: ${describeBounds(quota)}`].join('\t');
}

function readBound(typed: string | undefined): number | null | undefined {
  return typed === 'none' ? null : typed === undefined || typed === '' ? undefined : Number(typed);
}

/** Sets a quota. Returns the line to print, or the reason why nothing was changed. */
export async function performQuotaCommand(
  tx: Queries,
  [organizationId = '', hour, day]: (string | undefined)[],
  by: By,
): Promise<{ kind: 'done'; lines: string[] } | { kind: 'failed'; message: string }> {
  const read = OrganizationQuota.safeParse({
    executionsPerHour: readBound(hour),
    executionsPerDay: readBound(day),
  });
  if (!read.success) {
    const message = read.error.issues.map((issue) => issue.message).join('; ');
    return { kind: 'failed', message: `${message}, or none.\n${describeUsage('admin quota')}` };
  }
  const outcome = await setQuota(tx, organizationId, read.data, by);
  if (outcome.kind !== 'done') {
    return { kind: 'failed', message: `No organization has the id ${organizationId}.` };
  }
  return { kind: 'done', lines: [`The quota of ${organizationId} is: ${describeBounds(read.data)}.`] };
}
