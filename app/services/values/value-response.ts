import { maskSecret } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { listValueUses } from '~/db/values/value-uses';
import { listValues, type StoredValue } from '~/db/values/values';
import type { ValueFormat } from '~/engine/values/value';
import { openValue } from './stored-value';

/** A value as screens and the JSON API show it: secrets masked, times in ISO 8601. */
export interface ValueResponse {
  id: string;
  name: string;
  format: ValueFormat;
  isSecret: boolean;
  /** For a secret, `••••` and its last four characters; empty when it cannot be decrypted. */
  value: string;
  allowedHosts: string[];
  /** Whether the server can decrypt it with its key. */
  isReadable: boolean;
  /** A change that sends this back cannot overwrite another user's change. */
  version: number;
  createdAt: string;
  updatedAt: string;
  usedBy: { id: string; name: string }[];
}

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
  return stored.map((each) => describeValue(context, each, uses));
}
