/** A request as its sender saw it. */
export interface SignedRequest {
  method: string;
  /** The whole address that it was sent to. */
  address: string;
  /** A header's value; the name is lower-case. */
  header(name: string): string | undefined;
  body: Buffer;
}
