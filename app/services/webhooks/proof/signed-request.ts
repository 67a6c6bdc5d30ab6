/** A request as its sender saw it. */
export interface SignedRequest {
  method: string;
  /** The full address that the request was sent to. */
  address: string;
  /** Returns a header's value; the name is in lower case. */
  header(name: string): string | undefined;
  body: Buffer;
}
