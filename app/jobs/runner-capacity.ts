// Who may begin. A run that waits for a response costs little but the memory it holds, so that is what is bounded; within
// the bound nobody's slow targets keep others waiting, of another organization or of another integration.
import type { RunnerCapacityUse } from '~/context';
import type { ClaimedJob, ClaimCapacity } from '~/db/executions/queue/claim';
import type { SystemJobKind } from '~/db/core/schema';

export interface RunnerCapacity {
  /** The room for one claim; asking it changes nothing here. */
  plan(): ClaimCapacity;
  take(job: ClaimedJob): Slot;
  inUse(): RunnerCapacityUse;
}

/** What a job in hand holds. */
export interface Slot {
  /** The run waits for its host's turn, or no longer does. */
  setWaiting(isWaiting: boolean): void;
  giveBack(): void;
}

/** Of the common places, at most so much is one organization's, even when no other has work. */
const organizationShare = 0.875;
/** Nobody takes a place while it holds more than so many times what is free: what is left shrinks, but stays. */
const organizationFactor = 7;
const integrationFactor = 3;
/** An integration of which so many runs wait for their host has nothing more begun. */
const mostWaitingOfIntegration = 8;
/** Places beyond the common ones are for integrations whose organization got no common one for so long. */
const stuckAfterMs = 100;

/** Mails, and what is removed in the background, have places of their own. */
const systemPools: Record<SystemJobKind, 'mail' | 'upkeep'> = {
  email: 'mail',
  'stop-summary': 'mail',
  'purge-integration': 'upkeep',
  'purge-organization': 'upkeep',
};
const systemPoolSizes = { mail: 8, upkeep: 2 };

type Pool = 'common' | 'organization' | 'integration' | 'mail' | 'upkeep';

interface Holder {
  /** Runs in hand, those that wait too. */
  inHand: number;
  common: number;
  waiting: number;
}

interface Organization extends Holder {
  integrations: Map<string, Holder>;
  /** Places beyond the common ones that it has because an integration had nothing in hand. */
  ofIntegrations: number;
  /** Runs that wait and gave their place back. */
  aside: number;
  tookCommonAt: number;
}

interface Holdings {
  organizations: Map<string, Organization>;
  taken: Record<Pool, number>;
  aside: number;
}

/** `size`: the common places. At most four times as many executions are in hand, beside the product's own jobs. */
export function createRunnerCapacity(
  size: number,
  monotonicNow: () => number = () => performance.now(),
): RunnerCapacity {
  const mostOfOrganization = Math.max(1, Math.floor(size * organizationShare));
  const mostBeyondOfOrganization = Math.max(1, Math.floor(size / 8));
  const mostAsideOfOrganization = Math.max(1, Math.floor(size / 2));
  const actual = emptyHoldings();

  /** The kind of place that a run may have; undefined when it has to wait. Without an integration: any run at all. */
  function findPool(
    held: Holdings,
    organizationId: string,
    integrationId: string | undefined,
  ): Pool | undefined {
    const { taken } = held;
    const organization = held.organizations.get(organizationId);
    if (!organization) {
      if (taken.common < size) return 'common';
      return taken.organization < size ? 'organization' : undefined;
    }
    const integration =
      integrationId === undefined ? nothing : (organization.integrations.get(integrationId) ?? nothing);
    if (integration.waiting >= mostWaitingOfIntegration) return undefined;
    const free = size - taken.common;
    const freeOfOrganization = mostOfOrganization - organization.common;
    const isFair =
      freeOfOrganization > 0 &&
      organization.common < organizationFactor * free &&
      integration.common < integrationFactor * freeOfOrganization;
    if (isFair) return 'common';
    const isStuck = monotonicNow() - organization.tookCommonAt >= stuckAfterMs;
    const mayGoBeyond =
      isStuck && organization.ofIntegrations < mostBeyondOfOrganization && taken.integration < size;
    return mayGoBeyond && integration.inHand === 0 ? 'integration' : undefined;
  }

  function hold(held: Holdings, organizationId: string, integrationId: string): Pool {
    // What a claim took stands, even if what it was planned with has changed since.
    const pool = findPool(held, organizationId, integrationId) ?? 'common';
    const organization = held.organizations.get(organizationId) ?? emptyOrganization();
    const integration = organization.integrations.get(integrationId) ?? { ...nothing };
    held.organizations.set(organizationId, organization);
    organization.integrations.set(integrationId, integration);
    organization.inHand += 1;
    integration.inHand += 1;
    move(held, { organization, integration, pool }, 1);
    if (pool === 'common') organization.tookCommonAt = monotonicNow();
    return pool;
  }

  function takeOfRun(organizationId: string, integrationId: string): Slot {
    const pool = hold(actual, organizationId, integrationId);
    const organization = actual.organizations.get(organizationId) ?? emptyOrganization();
    const integration = organization.integrations.get(integrationId) ?? { ...nothing };
    const holder = { organization, integration, pool };
    let isWaiting = false;
    let isAside = false;

    function setAside(wanted: boolean): void {
      if (wanted === isAside) return;
      isAside = wanted;
      const change = wanted ? 1 : -1;
      organization.aside += change;
      actual.aside += change;
      move(actual, holder, wanted ? -1 : 1);
    }

    function setWaiting(wanted: boolean): void {
      if (wanted === isWaiting) return;
      isWaiting = wanted;
      const change = wanted ? 1 : -1;
      organization.waiting += change;
      integration.waiting += change;
      setAside(wanted && actual.aside < size && organization.aside < mostAsideOfOrganization);
    }

    return {
      setWaiting,
      giveBack() {
        setWaiting(false);
        move(actual, holder, -1);
        organization.inHand -= 1;
        integration.inHand -= 1;
        if (integration.inHand === 0) organization.integrations.delete(integrationId);
        if (organization.inHand === 0) actual.organizations.delete(organizationId);
      },
    };
  }

  return {
    plan() {
      const held = copy(actual);
      return {
        has: (organizationId, integrationId) => findPool(held, organizationId, integrationId) !== undefined,
        take: (organizationId, integrationId) => void hold(held, organizationId, integrationId),
        hasSystem: (kind) => held.taken[systemPools[kind]] < systemPoolSizes[systemPools[kind]],
        takeSystem: (kind) => void (held.taken[systemPools[kind]] += 1),
      };
    },
    take({ kind, organizationId, integrationId }) {
      if (kind === 'execution') return takeOfRun(organizationId ?? '', integrationId ?? '');
      const pool = systemPools[kind];
      actual.taken[pool] += 1;
      return { setWaiting: () => {}, giveBack: () => void (actual.taken[pool] -= 1) };
    },
    inUse() {
      const { common, organization, integration } = actual.taken;
      const waiting = [...actual.organizations.values()].map((each) => each.waiting);
      return {
        all: size,
        busy: common,
        beyond: organization + integration,
        waitingForHost: waiting.reduce((sum, count) => sum + count, 0),
      };
    },
  };
}

const nothing: Readonly<Holder> = { inHand: 0, common: 0, waiting: 0 };

function emptyOrganization(): Organization {
  return { ...nothing, integrations: new Map(), ofIntegrations: 0, aside: 0, tookCommonAt: -Infinity };
}

function emptyHoldings(): Holdings {
  const taken = { common: 0, organization: 0, integration: 0, mail: 0, upkeep: 0 };
  return { organizations: new Map(), taken, aside: 0 };
}

/** One place more or less, for the organization that holds it. */
function move(
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

function copy({ organizations, taken, aside }: Holdings): Holdings {
  const copied = new Map<string, Organization>();
  for (const [id, organization] of organizations) {
    const integrations = new Map<string, Holder>();
    for (const [integrationId, holder] of organization.integrations)
      integrations.set(integrationId, { ...holder });
    copied.set(id, { ...organization, integrations });
  }
  return { organizations: copied, taken: { ...taken }, aside };
}
