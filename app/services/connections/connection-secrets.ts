// The secrets of a connection are sealed in the database, bound to the connection, and leave the server only masked.
import { type AppKeys, maskSecret, openSealed, seal } from '~/auth/secret-box';
import type { StoredToken } from '~/db/connections/connection-tokens';
import type { ConnectionContent, StoredConnection } from '~/db/connections/connections';
import type { RoleCredentials } from '~/engine/connections/aws-role-config';
import { configShapes, type ConnectionConfig, listMaskedFields } from '~/engine/connections/connection';
import { mapHeaderValues } from '~/engine/connections/extra-headers';
import { listHeaders } from '~/engine/connections/header-lines';
import type { ConnectionKind } from '~/engine/connections/kinds';
import { headersField, isSealed } from '~/engine/connections/secret-fields';
import { listBasicSecrets } from '~/engine/definition/basic-auth';
import { keepEntry, type SizedCache } from '../sized-cache';

/** A connection with its secrets in the clear. */
export type OpenConnection = Pick<StoredConnection, 'id' | 'name' | 'baseUrl'> & {
  allowedHosts: string[];
} & ConnectionConfig;

/** Returns the stored form of a config: its secrets are separate and sealed for this connection. */
export function sealConfig(
  { appKey }: AppKeys,
  id: string,
  { kind, config }: ConnectionConfig,
): Pick<ConnectionContent, 'config' | 'secrets'> {
  const secret: Record<string, unknown> = {};
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config)) {
    (isSealed(kind, name) ? secret : plain)[name] = value;
  }
  return {
    config: JSON.stringify(plain),
    secrets: seal(appKey, JSON.stringify(secret), associatedDataOfConnection(id)),
  };
}

/** Returns the associated data of a sealed connection. */
export function associatedDataOfConnection(id: string): string {
  return `connection:${id}`;
}

/** Returns the associated data of the sealed verifier of a pending authorization. */
export function associatedDataOfVerifier(hash: string): string {
  return `oauth-state:${hash}`;
}

/** Returns the connection in the clear; undefined when its secrets cannot be decrypted with the server's key. */
export function openConnection(keys: AppKeys, stored: StoredConnection): OpenConnection | undefined {
  const opened = openConfig(keys, stored);
  return opened && describeOpen(stored, opened);
}

function describeOpen(
  { id, name, baseUrl, allowedHosts }: StoredConnection,
  opened: ConnectionConfig,
): OpenConnection {
  return { id, name, baseUrl, allowedHosts: JSON.parse(allowedHosts) as string[], ...opened };
}

function openConfig(
  keys: AppKeys,
  { id, kind, config, secrets }: StoredConnection,
): ConnectionConfig | undefined {
  const text = openSealed(keys, secrets, associatedDataOfConnection(id));
  return text === undefined ? undefined : readConfig(kind, { ...JSON.parse(config), ...JSON.parse(text) });
}

/**
 * Configs that runs opened, by their sealed secrets, which each save seals anew: so the row is read each time, and decrypted
 * once. They depend on `keys`.
 */
export interface ConnectionCache extends SizedCache<OpenedConfig> {
  keys: AppKeys;
}

interface OpenedConfig {
  opened: ConnectionConfig;
  /** The row's, which the config was opened with. Sealed secrets that were copied to another row do not open there. */
  row: Pick<StoredConnection, 'id' | 'kind' | 'config'>;
  size: number;
}

/** How many characters of stored configs are kept opened. */
const cacheCapacity = 2 * 1024 * 1024;

export function createConnectionCache(keys: AppKeys): ConnectionCache {
  return { keys, entries: new Map(), size: 0 };
}

/** Does the same as {@link openConnection} for runs, which open a connection at each call. The caller must not change it. */
export function openCachedConnection(
  cache: ConnectionCache,
  stored: StoredConnection,
): OpenConnection | undefined {
  const { id, kind, config, secrets } = stored;
  const kept = cache.entries.get(secrets);
  if (kept && kept.row.id === id && kept.row.kind === kind && kept.row.config === config) {
    return describeOpen(stored, kept.opened);
  }
  const opened = openConfig(cache.keys, stored);
  if (!opened) return undefined;
  const size = secrets.length + config.length;
  keepEntry(cache, cacheCapacity, secrets, { opened, row: { id, kind, config }, size });
  return describeOpen(stored, opened);
}

/** Reads a stored config. Throws when it is none of this kind, which only a defect can cause. */
function readConfig(kind: ConnectionKind, config: unknown): ConnectionConfig {
  return { kind, config: configShapes[kind].parse(config) } as ConnectionConfig;
}

/** Returns the config for screens and responses: `••••` and the last four characters instead of each secret. */
export function maskConfig({ kind, config }: ConnectionConfig): Record<string, string> {
  const masked = new Set(listMaskedFields(kind, config));
  return Object.fromEntries(
    Object.entries(config).map(([name, value]): [string, string] => {
      if (name === headersField) return [name, mapHeaderValues(value, maskSecret)];
      return [name, value && masked.has(name) ? maskSecret(value) : value];
    }),
  );
}

/** Lists the secrets of a connection and of its tokens, each of which is masked wherever it occurs. */
export function listConnectionSecrets(
  keys: AppKeys,
  { kind, config, id }: OpenConnection,
  stored: Pick<StoredToken, 'access' | 'refresh'> | undefined,
): string[] {
  const fields: Record<string, string | undefined> = { ...config };
  const tokens = [stored?.access, stored?.refresh].flatMap((sealed) => {
    const token = sealed ? openSealed(keys, sealed, associatedDataOfConnection(id)) : undefined;
    return token === undefined ? [] : listTokenSecrets(kind, token);
  });
  return [
    ...listMaskedFields(kind, config).map((field) => fields[field] ?? ''),
    ...(kind === 'basic' ? listBasicSecrets(config) : []),
    ...listHeaders(config.extraHeaders ?? '').map(([, value]) => value),
    ...tokens,
  ].filter((secret) => secret !== '');
}

/** The token of a role is JSON of its temporary credentials. */
function listTokenSecrets(kind: ConnectionKind, token: string): string[] {
  if (kind !== 'aws_role') return [token];
  const { secretAccessKey, sessionToken } = JSON.parse(token) as RoleCredentials;
  return [secretAccessKey, sessionToken];
}
