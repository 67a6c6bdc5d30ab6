import type { KeyObject } from 'node:crypto';

/** A public key that a sender publishes. */
export interface SenderKey {
  key: KeyObject;
  /** Of a key set (RFC 7517 §4.5, §4.4). */
  kid?: string | undefined;
  alg?: string | undefined;
  /** Of a certificate, in milliseconds since 1970. */
  validFrom?: number;
  validTo?: number;
}

export interface SenderKeys {
  /** What was fetched before and is still to be used. */
  findKept(address: string): readonly SenderKey[] | undefined;
  /**
   * Fetches what is not kept, or, where a sender names a key that is not among them, what is older than a minute. Whatever goes
   * wrong leaves what was there.
   */
  refresh(address: string, owner: { organizationId: string; integrationId: string }): Promise<void>;
}
