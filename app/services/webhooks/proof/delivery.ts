// A delivery as it came in.
import type { SignedDelivery } from './webhook-signature';

/** A delivery request with its body. */
export interface Delivery extends SignedDelivery {
  integrationId: string;
  method: string;
  /** The path and query as they came. */
  url: string;
  /** All headers, their names in lower case. */
  listHeaders(): [name: string, value: string][];
  /** Ends the count of the body among those of which nothing is known yet. May be called more than once. */
  release?: () => void;
  /** The network address of the sender; behind a trusted proxy, the one that the proxy names. */
  address(): string;
}

/** The parts of a delivery that may prove it. */
export type Head = Omit<Delivery, 'integrationId' | 'listHeaders' | 'address' | 'release'>;
