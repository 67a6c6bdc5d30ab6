// Why executions of an integration wait that would otherwise have begun, in words.
import type { AppContext } from '~/context';
import { countSetAside, findLimitUse } from '~/db/executions/queue/brakes';
import type { Integration } from '~/db/integrations/integrations';

/** More are not counted. */
const mostCounted = 1_000;

/** What is said while executions wait because of the integration's limits; null when none does. */
export async function describeWaiting(
  context: Pick<AppContext, 'db' | 'now'>,
  integration: Integration,
): Promise<string | null> {
  const { id, organizationId, pausedAt } = integration;
  if (pausedAt !== null) return null;
  const reason = await findLimitReached(context, integration);
  if (reason === undefined) return null;
  const count = await countSetAside(context.db, { id, organizationId }, mostCounted);
  if (count === 0) return null;
  const waiting = count === 1 ? '1 execution waits' : `${describeCount(count)} executions wait`;
  return `${waiting}: ${reason}. What arrives is accepted and waits.`;
}

/** Which limit keeps a queued execution of the integration waiting; undefined when none does. */
export async function findLimitReached(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, executionsAtOnce: atOnce, executionsPerHour: anHour }: Integration,
): Promise<string | undefined> {
  if (atOnce === null && anHour === null) return undefined;
  const { underWay, begunInHour } = await findLimitUse(db, { id, atOnce, anHour }, now());
  // The hour is what takes longer to pass.
  if (anHour !== null && begunInHour >= anHour) return `at most ${anHour} may begin within an hour`;
  if (atOnce !== null && underWay >= atOnce) return `at most ${atOnce} may be under way at once`;
  return undefined;
}

function describeCount(count: number): string {
  return count >= mostCounted ? `${mostCounted} or more` : String(count);
}
