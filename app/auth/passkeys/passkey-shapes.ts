// The JSON that browsers send for passkeys (WebAuthn Level 3, sections 5.1.8 and 5.1.9); bytes are written in base64url.
import { z } from 'zod';

const Bytes = z.string().regex(/^[\w-]*$/);

const Credential = z.object({
  id: Bytes.min(1).max(1400),
  rawId: Bytes.min(1).max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).catchall(z.unknown()),
});

/** The result of `navigator.credentials.create`. */
export const CreatedPasskey = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes.max(4096),
    attestationObject: Bytes.max(32_768),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});
export type CreatedPasskey = z.infer<typeof CreatedPasskey>;

/** The result of `navigator.credentials.get`. */
export const PasskeySignature = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes.max(4096),
    authenticatorData: Bytes.max(4096),
    signature: Bytes.max(4096),
    userHandle: Bytes.max(128).nullish(),
  }),
});
export type PasskeySignature = z.infer<typeof PasskeySignature>;

/** Reads such a result from JSON that a form sent; undefined when it is not one. */
export function readPasskeyJson<Shape extends z.ZodType>(
  shape: Shape,
  value: FormDataEntryValue | null,
): z.infer<Shape> | undefined {
  if (typeof value !== 'string' || value.length > 65_536) return undefined;
  try {
    return shape.safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}
