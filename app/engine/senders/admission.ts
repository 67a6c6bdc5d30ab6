// Which requests a webhook accepts as deliveries: by their methods, addresses and secret.
import { z } from 'zod';
import { describeChoice } from '../schema/choice';

export const deliveryMethods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const;

/** Only POST by default. HEAD and OPTIONS deliver nothing: some senders check the address with them. */
export const DeliveryMethods = z
  .array(z.enum(deliveryMethods, { error: describeChoice('The method', deliveryMethods) }))
  .min(1, 'Choose at least one method')
  .refine((methods) => new Set(methods).size === methods.length, 'List each method once');
export type DeliveryMethods = z.infer<typeof DeliveryMethods>;

export function isDeliveryMethod(method: string): boolean {
  return deliveryMethods.some((each) => each === method);
}

/** Checks whether the payload is in the query for a method: RFC 9110 §9.3.1 and §9.3.5 give its body no meaning. */
export function hasPayloadInQuery(method: string): boolean {
  return method === 'GET' || method === 'DELETE';
}

const Range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Addresses and ranges (RFC 4632, RFC 4291 §2.3) that deliveries may come from; an empty list allows all. */
export const AllowFrom = z
  .array(
    z
      .string()
      .refine(
        (text) => Range.safeParse(text).success,
        'Write addresses or ranges, for example 192.0.2.7 or 198.51.100.0/24',
      ),
  )
  .max(50, 'Deliveries may be allowed from at most 50 addresses and ranges');
export type AllowFrom = z.infer<typeof AllowFrom>;

/** The secret that the sender must know, or the public key of its signatures; when empty, anybody may send. */
export const WebhookSecret = z.string().max(2_000, 'Secrets must be 2,000 characters or less');

/** Returns why a secret must not be set; the schema does not check it, because it still reads what was saved before. */
export function findSecretProblem(secret: string): string | undefined {
  return secret !== '' && secret.trim() === '' ? 'Secrets must not consist of spaces alone' : undefined;
}
