// Pieces of work of which one is done after the other: what each of them makes meanwhile is held once. Those who wait are served in
// turns, an organization after the other and of each an integration after the other; and nobody fills the line for the others.

/** Whose work it is. */
export interface Waiter {
  organizationId: string;
  integrationId: string;
}

export interface Line {
  /** `bytes`: what the work holds already while it waits. */
  do<Result>(waiter: Waiter, bytes: number, work: () => Promise<Result>): Promise<Result>;
  /** Whether what waits of the organization, or of the integration, holds as much as it may. */
  isFull(waiter: Waiter): boolean;
}

/** Nobody waits with more than so many times what is free: what is left shrinks, but stays. */
const mostOfFree = 3;

type Start = () => Promise<void>;

interface Organization {
  held: number;
  integrations: Map<string, { held: number; waiting: Start[] }>;
}

/** `mostBytes`: of all that wait, and of the one that is done. */
export function createFairLine(mostBytes = Infinity): Line {
  /** In the order in which they are served next. */
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

  /** Takes out the next, and lets those whose turn it was be the last. */
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
      const free = mostBytes - held;
      const freeOfOrganization = mostOfFree * free - (organization?.held ?? 0);
      return free <= 0 || freeOfOrganization <= 0 || ofIntegration >= mostOfFree * freeOfOrganization;
    },
  };
}
