// Decides which runs a claim may begin, from the runs that the runner has in hand and the free places.
import type { SystemJobKind } from '../../core/tables';
import type { ClaimCapacity } from './claiming';

/** The largest share of the common places that one organization may hold, even when no other has work. */
const organizationShare = 0.875;
/** An organization that holds at least this many times the free places takes no more, so that some always stay free. */
const organizationFactor = 7;
const integrationFactor = 3;
/** An integration with this many runs that wait for their host begins no more. */
const maxWaitingOfIntegration = 8;
/** Integrations get places beyond the common ones when their organization got no common place for this long. */
const stuckAfterMs = 100;

/** Mails and background removals have places of their own. */
export const systemPools: Record<SystemJobKind, 'mail' | 'upkeep'> = {
  email: 'mail',
  'purge-integration': 'upkeep',
  'purge-organization': 'upkeep',
};
const systemPoolSizes = { mail: 8, upkeep: 2 };

type Pool = 'common' | 'organization' | 'integration' | 'mail' | 'upkeep';

interface Holder {
  /** Runs in hand, including those that wait. */
  inHand: number;
  common: number;
  waiting: number;
}

interface Organization extends Holder {
  integrations: Map<string, Holder>;
  /** Places beyond the common ones, given because an integration had nothing in hand. */
  ofIntegrations: number;
  /** Runs that wait and gave their place back. */
  aside: number;
  tookCommonAt: number;
}

interface Holdings {
  /** The number of common places. */
  size: number;
  organizations: Map<string, Organization>;
  taken: Record<Pool, number>;
  aside: number;
}

/** Returns the kind of place that a run may take; undefined when it has to wait. Without an integration: any run. */
function findPool(
  { size, taken, organizations }: Holdings,
  now: number,
  organizationId: string,
  integrationId: string | undefined,
): Pool | undefined {
  const organization = organizations.get(organizationId);
  if (!organization) {
    if (taken.common < size) return 'common';
    return taken.organization < size ? 'organization' : undefined;
  }
  const integration =
    integrationId === undefined ? emptyHolder : (organization.integrations.get(integrationId) ?? emptyHolder);
  if (integration.waiting >= maxWaitingOfIntegration) return undefined;
  const free = size - taken.common;
  const freeOfOrganization = Math.max(1, Math.floor(size * organizationShare)) - organization.common;
  const isFair =
    freeOfOrganization > 0 &&
    organization.common < organizationFactor * free &&
    integration.common < integrationFactor * freeOfOrganization;
  if (isFair) return 'common';
  const isStuck = now - organization.tookCommonAt >= stuckAfterMs;
  const maxBeyond = Math.max(1, Math.floor(size / 8));
  const mayGoBeyond = isStuck && organization.ofIntegrations < maxBeyond && taken.integration < size;
  return mayGoBeyond && integration.inHand === 0 ? 'integration' : undefined;
}

/** Takes a place for a run that begins at `now` by the clock of the snapshot. */
export function takePlace(held: Holdings, now: number, organizationId: string, integrationId: string): Pool {
  // A place that a claim took is kept, even if the state it was planned with has changed since.
  const pool = findPool(held, now, organizationId, integrationId) ?? 'common';
  const organization = held.organizations.get(organizationId) ?? emptyOrganization();
  const integration = organization.integrations.get(integrationId) ?? { ...emptyHolder };
  held.organizations.set(organizationId, organization);
  organization.integrations.set(integrationId, integration);
  organization.inHand += 1;
  integration.inHand += 1;
  adjustPlaces(held, { organization, integration, pool }, 1);
  if (pool === 'common') organization.tookCommonAt = now;
  return pool;
}

/** The runs that a runner had in hand at `at`, in milliseconds of its own clock. */
export interface CapacitySnapshot {
  holdings: Holdings;
  at: number;
}

/** Plans one claim on a copy of the snapshot, which stays unchanged. */
export function planClaim({ holdings, at }: CapacitySnapshot): ClaimCapacity {
  const held = copyHoldings(holdings);
  return {
    has: (organizationId, integrationId) => findPool(held, at, organizationId, integrationId) !== undefined,
    take: (organizationId, integrationId) => void takePlace(held, at, organizationId, integrationId),
    hasSystem: (kind) => held.taken[systemPools[kind]] < systemPoolSizes[systemPools[kind]],
    takeSystem: (kind) => void (held.taken[systemPools[kind]] += 1),
  };
}

/** The state of an integration or organization with nothing in hand. */
export const emptyHolder: Readonly<Holder> = { inHand: 0, common: 0, waiting: 0 };

export function emptyOrganization(): Organization {
  return { ...emptyHolder, integrations: new Map(), ofIntegrations: 0, aside: 0, tookCommonAt: -Infinity };
}

export function emptyHoldings(size: number): Holdings {
  const taken = { common: 0, organization: 0, integration: 0, mail: 0, upkeep: 0 };
  return { size, organizations: new Map(), taken, aside: 0 };
}

/** Adds or removes one place for the organization and the integration that hold it. */
export function adjustPlaces(
  { taken }: Holdings,
  { organization, integration, pool }: { organization: Organization; integration: Holder; pool: Pool },
  change: 1 | -1,
): void {
  taken[pool] += change;
  if (pool === 'integration') organization.ofIntegrations += change;
  if (pool !== 'common') return;
  organization.common += change;
  integration.common += change;
}

export function copyHoldings({ size, organizations, taken, aside }: Holdings): Holdings {
  const copied = new Map<string, Organization>();
  for (const [id, organization] of organizations) {
    const integrations = new Map<string, Holder>();
    for (const [integrationId, holder] of organization.integrations)
      integrations.set(integrationId, { ...holder });
    copied.set(id, { ...organization, integrations });
  }
  return { size, organizations: copied, taken: { ...taken }, aside };
}
