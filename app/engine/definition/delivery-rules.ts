// Decides which deliveries are run: each once by its key, and only those that meet conditions.
import { z } from 'zod';
import { Condition, listConditionProblems } from './conditional-step';
import { JsonPath } from './response-mapping';
import { describeChoice } from '../schema/choice';
import { readPath } from '../paths/path-walk';
import { textOf, typeOfJson } from '../json/value-text';

const places = ['header', 'query', 'path'] as const;
const maxKeyLength = 200;

/** The place of a delivery's key, and for how many hours deliveries with the same key count as the same. */
export const Dedupe = z
  .object({
    by: z.enum(places, { error: describeChoice('The place of the key', places) }),
    /** The name of the header or the query parameter, or the path in the payload. */
    of: z.string().trim().min(1, 'The place of the key is required').max(500),
    hours: z
      .number({ error: 'Keys count for 1 to 720 hours' })
      .int('Keys count for 1 to 720 hours')
      .min(1, 'Keys count for 1 to 720 hours')
      .max(720, 'Keys count for 1 to 720 hours')
      .default(24),
  })
  .superRefine(({ by, of }, context) => {
    if (by === 'query') return;
    const isRight = by === 'path' ? JsonPath.safeParse(of).success : /^[\w!#$%&'*+.^`|~-]+$/.test(of);
    const message = by === 'path' ? 'This is not a path' : 'This is not a header name';
    if (!isRight) context.addIssue({ code: 'custom', path: ['of'], message });
  })
  .transform((dedupe) => (dedupe.by === 'path' ? { ...dedupe, of: JsonPath.parse(dedupe.of) } : dedupe));
export type Dedupe = z.infer<typeof Dedupe>;

/** The conditions that must all hold for a delivery to be run. */
export const OnlyRunIf = z
  .array(Condition)
  .max(20, 'A trigger may have at most 20 conditions')
  .superRefine((conditions, context) => {
    for (const [index, condition] of conditions.entries()) {
      for (const { field, message } of listConditionProblems(condition)) {
        context.addIssue({ code: 'custom', path: [index, field], message });
      }
    }
  });
export type OnlyRunIf = z.infer<typeof OnlyRunIf>;

/**
 * Reads the key of a delivery. Undefined when it is missing, empty, neither text nor number, or longer than 200 characters:
 * such a delivery is never a duplicate. The key begins with `=`, so that it differs from keys that senders choose in
 * `webhook-id`, `svix-id` or `Idempotency-Key`.
 *
 * @param url path and query, as received
 * @param payload with exact numbers, because long ids may differ only in their last digit
 */
export function readDedupeKey(
  { by, of }: Dedupe,
  { header, url }: { header: (name: string) => string | undefined; url: string },
  payload: () => unknown,
): string | undefined {
  const text =
    by === 'header'
      ? header(of.toLowerCase())
      : by === 'query'
        ? readParameter(url, of)
        : readScalar(payload(), of);
  return text && text.length <= maxKeyLength ? `=${text}` : undefined;
}

function readScalar(payload: unknown, path: string): string | undefined {
  const read = readPath(payload, path);
  return read.found && /^(?:string|number)$/.test(typeOfJson(read.value)) ? textOf(read.value) : undefined;
}

function readParameter(url: string, name: string): string | undefined {
  const mark = url.indexOf('?');
  return mark === -1 ? undefined : (new URLSearchParams(url.slice(mark + 1)).get(name) ?? undefined);
}
