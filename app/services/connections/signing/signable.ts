/** A request as it would be sent without a signature. */
export interface Signable {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string | Uint8Array;
}

/** The parts of a request that a signature changes. */
export type Signed = Pick<Signable, 'url' | 'headers'>;
