// What the parts of one claim share.
import type { SystemJobKind } from '../../core/tables';
import type { ClaimedJob, Lessee } from './claimed-job';
import type { Suspects } from './poison-pills';

/** The room for new work. The claim asks it before each job and tells it of each that it takes; work without room waits. */
export interface ClaimCapacity {
  /** With `integrationId` undefined: whether there is room for any integration. */
  has(organizationId: string, integrationId?: string): boolean;
  take(organizationId: string, integrationId: string): void;
  hasSystem(kind: SystemJobKind): boolean;
  takeSystem(kind: SystemJobKind): void;
}

export interface Claim extends Lessee {
  limit: number;
  /** The organization whose turn was last; the claim begins with the next one. '' stands for the product's own jobs. */
  after?: string;
  /** The last organization to look at: all of them, by default. Given when the claim goes on where another one stopped. */
  until?: string;
  /** Returns the queue of an organization that was served last; the claim begins with the next one. */
  afterIn?: (organizationId: string) => string | undefined;
  /** Without limits unless given. */
  room?: ClaimCapacity;
}

export interface Claimed {
  jobs: ClaimedJob[];
  /** The queue that was served last, by organization. */
  lastQueues: Map<string, string>;
  /** There was more work in a queue than one claim may look at. */
  hasMore: boolean;
  /** The organization behind which the claim stopped, because it had looked at as many organizations as one claim may. */
  stoppedAfter?: string;
}

/** Returns the next job of its queue, leased; undefined when none may begin now. */
export type Serve = () => Promise<ClaimedJob | undefined>;

export interface Claiming extends Claim {
  room: ClaimCapacity;
  claimed: Claimed;
  mayBeSetAside: number;
  suspects: Suspects | undefined;
}
