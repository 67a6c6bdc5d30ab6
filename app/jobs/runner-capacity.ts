// Decides which runs may begin. A run that waits for a response costs little except memory, so the number of runs in hand is
// bounded. Within that bound, slow targets of one organization or integration do not delay the others.
import type { RunnerCapacityUse } from '~/context';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import {
  adjustPlaces,
  type CapacitySnapshot,
  copyHoldings,
  emptyHolder,
  emptyHoldings,
  emptyOrganization,
  systemPools,
  takePlace,
} from '~/db/executions/queue/claim-capacity';

export interface RunnerCapacity {
  /** The current state, from which a claim is planned. */
  snapshot(): CapacitySnapshot;
  take(job: ClaimedJob): Slot;
  inUse(): RunnerCapacityUse;
}

/** The place that a job in hand occupies. */
export interface Slot {
  /** Says whether the run waits for its turn at the target's host. */
  setWaiting(isWaiting: boolean): void;
  giveBack(): void;
}

/** `size` is the number of common places. At most four times as many executions are in hand, beside the product's own jobs. */
export function createRunnerCapacity(size: number, monotonicNow: () => number): RunnerCapacity {
  const maxAsideOfOrganization = Math.max(1, Math.floor(size / 2));
  const actual = emptyHoldings(size);

  function takeOfRun(organizationId: string, integrationId: string): Slot {
    const pool = takePlace(actual, monotonicNow(), organizationId, integrationId);
    const organization = actual.organizations.get(organizationId) ?? emptyOrganization();
    const integration = organization.integrations.get(integrationId) ?? { ...emptyHolder };
    const holder = { organization, integration, pool };
    let isWaiting = false;
    let isAside = false;

    function setAside(wanted: boolean): void {
      if (wanted === isAside) return;
      isAside = wanted;
      const change = wanted ? 1 : -1;
      organization.aside += change;
      actual.aside += change;
      adjustPlaces(actual, holder, wanted ? -1 : 1);
    }

    function setWaiting(wanted: boolean): void {
      if (wanted === isWaiting) return;
      isWaiting = wanted;
      const change = wanted ? 1 : -1;
      organization.waiting += change;
      integration.waiting += change;
      setAside(wanted && actual.aside < size && organization.aside < maxAsideOfOrganization);
    }

    return {
      setWaiting,
      giveBack() {
        setWaiting(false);
        adjustPlaces(actual, holder, -1);
        organization.inHand -= 1;
        integration.inHand -= 1;
        if (integration.inHand === 0) organization.integrations.delete(integrationId);
        if (organization.inHand === 0) actual.organizations.delete(organizationId);
      },
    };
  }

  return {
    snapshot: () => ({ holdings: copyHoldings(actual), at: monotonicNow() }),
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
