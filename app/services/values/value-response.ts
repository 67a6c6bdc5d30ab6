// The values of an organization as screens and the JSON API show them: secrets masked, times in ISO 8601.
import { z } from 'zod';
import { maskSecret } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { listValueUses } from '~/db/values/value-uses';
import { listValues, type StoredValue } from '~/db/values/values';
import { Id, Time } from '~/engine/schema/response-fields';
import { valueFormats } from '~/engine/values/value';
import { openValue } from './stored-value';

/** A value of an organization. The API's document names this schema; a change that sends `version` back overwrites no other. */
export const ValueResponse = z.object({
  id: Id,
  name: z
    .string()
    .describe(
      'The name: placeholders use it as `org.NAME`. Unique in the organization, without regard to case.',
    ),
  format: z.enum(valueFormats).describe('Of `json`, placeholders may name parts, as `{{org.shop.region}}`.'),
  /** Empty when it cannot be decrypted. */
  value: z.string().describe('A secret masked.'),
  isSecret: z
    .boolean()
    .describe('A secret is stored encrypted, returned masked, and sent only in headers, bodies and queries.'),
  allowedHosts: z
    .array(z.string())
    .describe('The hosts that a secret may be sent to: `api.example.com`, `*.example.com`.'),
  isReadable: z.boolean().describe('False for a secret that cannot be decrypted with the current `APP_KEY`.'),
  version: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
  usedBy: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe('The integrations whose newest versions name it.'),
});
export type ValueResponse = z.infer<typeof ValueResponse>;

export function describeValue(
  { config }: Pick<AppContext, 'config'>,
  stored: StoredValue,
  uses: { value: string; id: string; name: string }[],
): ValueResponse {
  const { id, name, format, isSecret, version } = stored;
  const text = openValue(config, stored);
  return {
    id,
    name,
    format,
    isSecret,
    value: isSecret && text !== undefined ? maskSecret(text) : (text ?? ''),
    allowedHosts: JSON.parse(stored.allowedHosts) as string[],
    isReadable: text !== undefined,
    version,
    createdAt: new Date(stored.createdAt).toISOString(),
    updatedAt: new Date(stored.updatedAt).toISOString(),
    usedBy: uses.filter(({ value }) => value === name).map((use) => ({ id: use.id, name: use.name })),
  };
}

/** Lists all values of an organization, by name. */
export async function listValueResponses(
  context: Pick<AppContext, 'config' | 'db'>,
  organizationId: string,
): Promise<ValueResponse[]> {
  const [stored, uses] = await Promise.all([
    listValues(context.db, organizationId),
    listValueUses(context.db, { organizationId }),
  ]);
  const byName = new Map<string, typeof uses>();
  for (const use of uses) {
    const ofValue = byName.get(use.value);
    if (ofValue) ofValue.push(use);
    else byName.set(use.value, [use]);
  }
  return stored.map((each) => describeValue(context, each, byName.get(each.name) ?? []));
}
