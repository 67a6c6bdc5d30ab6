// Runs pieces of work one after the other, so that only one at a time builds something large, and stops while too much of what
// was built is still held. Waiting work is served in turns: one organization after the other, and within it one integration
// after the other. No waiter can fill the queue for the others.

/** The owner of the work. */
export interface Waiter {
  organizationId: string;
  integrationId: string;
}

export interface FairQueue {
  /** Takes a place, however full the queue is. `bytes`: what its owner holds until it leaves. */
  enter(waiter: Waiter, bytes: number): Place;
  /** Checks whether the places of the organization, or of the integration, hold as much as they may. */
  isFull(waiter: Waiter): boolean;
}

/** Its owner must leave it once, whatever becomes of the work. */
export interface Place {
  /**
   * Does the work in its turn, and rejects as it does. `sizeOf`: the bytes of the result, which its owner holds from then on; by
   * the next call it has dropped that result.
   */
  do<Result>(work: () => Promise<Result>, sizeOf: (result: Result) => number): Promise<Result>;
  leave(): void;
}

/** How many times the free bytes one waiter may hold; what is left for others shrinks, but never ends. */
const shareOfFree = 3;

type Start = () => Promise<void>;

interface Organization {
  held: number;
  integrations: Map<string, { places: number; held: number; waiting: Start[] }>;
}

/** `maxBytes`: the limit for what all places hold. `maxBuilt`: no turn begins while results of so many bytes are held beside that. */
export function createFairQueue(maxBytes = Infinity, maxBuilt = Infinity): FairQueue {
  /** The organizations, in the order in which they are served next. */
  const organizations = new Map<string, Organization>();
  let held = 0;
  let built = 0;
  let isBusy = false;

  function hold({ organizationId, integrationId }: Waiter, bytes: number) {
    const organization = organizations.get(organizationId) ?? { held: 0, integrations: new Map() };
    const integration = organization.integrations.get(integrationId) ?? { places: 0, held: 0, waiting: [] };
    organizations.set(organizationId, organization);
    organization.integrations.set(integrationId, integration);
    held += bytes;
    organization.held += bytes;
    integration.held += bytes;
    integration.places += 1;
    return {
      integration,
      giveBack() {
        held -= bytes;
        organization.held -= bytes;
        integration.held -= bytes;
        integration.places -= 1;
        if (integration.places > 0) return;
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

  function takeNextIfRoom(): Start | undefined {
    return built < maxBuilt ? takeNext() : undefined;
  }

  async function serve(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let start = takeNextIfRoom(); start; start = takeNextIfRoom()) await start();
    isBusy = false;
  }

  return {
    enter(waiter, bytes) {
      const { integration, giveBack } = hold(waiter, bytes);
      let ownBuilt = 0;
      const setBuilt = (size: number) => {
        built += size - ownBuilt;
        ownBuilt = size;
      };
      return {
        do<Result>(work: () => Promise<Result>, sizeOf: (result: Result) => number): Promise<Result> {
          setBuilt(0);
          return new Promise<Result>((resolve, reject) => {
            integration.waiting.push(async () => {
              try {
                const result = await work();
                setBuilt(sizeOf(result));
                resolve(result);
              } catch (error) {
                reject(error);
              }
            });
            void serve();
          });
        },
        leave() {
          setBuilt(0);
          giveBack();
          void serve();
        },
      };
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
