/** What has become of a body: the payload, or why there is none. */
export type Payload =
  | {
      kind: 'payload';
      /** JSON text. */
      json: string;
      /** The same, parsed; its numbers may have lost digits. */
      value: unknown;
    }
  | { kind: 'unparsable'; message?: string }
  | { kind: 'too-large'; message: string }
  | { kind: 'not-utf8' }
  | { kind: 'too-deep' }
  | { kind: 'unsupported' };
