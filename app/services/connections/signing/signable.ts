/** A request as it would be sent without a signature. */
export interface Signable {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string | Uint8Array;
}

/** The parts of a request that a signature changes. */
export interface Signed extends Pick<Signable, 'url' | 'headers'> {
  /** Values that were made for this request and must not be logged. */
  secrets?: string[];
}
