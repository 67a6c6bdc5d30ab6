// Runs pieces of work one after the other, so that only one at a time holds what it builds. Waiting work is served in turns:
// one organization after the other, and within it one integration after the other. No waiter can fill the queue for the others.

/** The owner of the work. */
export interface Waiter {
  organizationId: string;
  integrationId: string;
}

export interface FairQueue {
  /** `bytes`: what the work already holds while it waits. */
  do<Result>(waiter: Waiter, bytes: number, work: () => Promise<Result>): Promise<Result>;
  /** Checks whether the waiting work of the organization, or of the integration, holds as much as it may. */
  isFull(waiter: Waiter): boolean;
}

/** How many times the free bytes one waiter may hold; what is left for others shrinks, but never ends. */
const shareOfFree = 3;

type Start = () => Promise<void>;

interface Organization {
  held: number;
  integrations: Map<string, { held: number; waiting: Start[] }>;
}

/** `maxBytes`: the limit for all work, waiting or running. */
export function createFairQueue(maxBytes = Infinity): FairQueue {
  /** The organizations, in the order in which they are served next. */
  const organizations = new Map<string, Organization>();
  let held = 0;
  let isBusy = false;

  function hold({ organizationId, integrationId }: Waiter, bytes: number) {
    const organization = organizations.get(organizationId) ?? { held: 0, integrations: new Map() };
    const integration = organization.integrations.get(integrationId) ?? { held: 0, waiting: [] };
    organizations.set(organizationId, organization);
    organization.integrations.set(integrationId, integration);
    held += bytes;
    organization.held += bytes;
    integration.held += bytes;
    return {
      integration,
      giveBack() {
        held -= bytes;
        organization.held -= bytes;
        integration.held -= bytes;
        if (integration.held > 0 || integration.waiting.length > 0) return;
        organization.integrations.delete(integrationId);
        if (organization.integrations.size === 0) organizations.delete(organizationId);
      },
    };
  }

  /** Removes the next piece of work, and moves its organization and its integration to the end. */
  function takeNext(): Start | undefined {
    for (const [organizationId, organization] of organizations) {
      for (const [integrationId, integration] of organization.integrations) {
        const start = integration.waiting.shift();
        if (!start) continue;
        organization.integrations.delete(integrationId);
        organization.integrations.set(integrationId, integration);
        organizations.delete(organizationId);
        organizations.set(organizationId, organization);
        return start;
      }
    }
    return undefined;
  }

  async function serve(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let start = takeNext(); start; start = takeNext()) await start();
    isBusy = false;
  }

  return {
    do<Result>(waiter: Waiter, bytes: number, work: () => Promise<Result>): Promise<Result> {
      const { integration, giveBack } = hold(waiter, bytes);
      return new Promise<Result>((resolve, reject) => {
        integration.waiting.push(() => work().finally(giveBack).then(resolve, reject));
        void serve();
      });
    },
    isFull({ organizationId, integrationId }) {
      const organization = organizations.get(organizationId);
      const ofIntegration = organization?.integrations.get(integrationId)?.held ?? 0;
      const free = maxBytes - held;
      const freeOfOrganization = shareOfFree * free - (organization?.held ?? 0);
      return free <= 0 || freeOfOrganization <= 0 || ofIntegration >= shareOfFree * freeOfOrganization;
    },
  };
}
