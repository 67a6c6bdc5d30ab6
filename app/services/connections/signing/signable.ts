/** A request as it would be sent without a signature. */
export interface Signable {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string | Uint8Array;
}

/** What a signature changes of it. */
export type Signed = Pick<Signable, 'url' | 'headers'>;
