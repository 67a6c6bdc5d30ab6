// The secrets of a definition: webhook secret, bearer tokens, and the header values marked secret. They are sealed
// in the database, bound to their integration, and leave the server only masked. A mask that comes back stands for
// what is stored.
import { mask, open, seal } from '~/auth/secret-box';
import type { Config } from '~/config';
import { type ApiCall, Definition } from '~/engine/integration';

/** A definition with its secrets in the clear. */
export interface OpenDefinition {
  definition: Definition;
  /** The places of secrets that could not be opened; they are empty in `definition`. */
  unreadable: ReadonlySet<string>;
}

interface Secret {
  value: string;
  /** Names the secret whatever its position in the chain. */
  place: string;
  /** Where it stands in the definition, as fields are named in problems. */
  path: string;
}

/** JSON text to store, secrets sealed for this integration. */
export function sealDefinition(config: Config, integrationId: string, definition: Definition): string {
  const sealed = mapSecrets(definition, ({ value }) =>
    value ? seal(config.appKey, value, ownerOf(integrationId)) : '',
  );
  return JSON.stringify(sealed);
}

/** Reads stored JSON text. Throws when it is no definition, which only a defect can bring about. */
export function openDefinition(config: Config, integrationId: string, stored: string): OpenDefinition {
  const unreadable = new Set<string>();
  const json = JSON.parse(stored) as Definition;
  const opened = mapSecrets(json, ({ value, place }) => {
    if (!value) return '';
    const secret = open(config.appKey, value, ownerOf(integrationId));
    if (secret === undefined) unreadable.add(place);
    return secret ?? '';
  });
  return { definition: Definition.parse(opened), unreadable };
}

/** Stored JSON text with each sealed value changed by `reseal`, which is told what the value is bound to. */
export function resealDefinition(
  integrationId: string,
  stored: string,
  reseal: (sealed: string, place: string) => string,
): string {
  const json = JSON.parse(stored) as Definition;
  const resealed = mapSecrets(json, ({ value }) => (value ? reseal(value, ownerOf(integrationId)) : ''));
  return JSON.stringify(resealed);
}

/** What screens and answers show: `••••` and the last four characters in place of each secret. */
export function maskDefinition({ definition, unreadable }: OpenDefinition): Definition {
  return mapSecrets(definition, ({ value, place }) => (value || unreadable.has(place) ? mask(value) : ''));
}

/** Whether a secret was added, taken away or replaced. */
export function changesSecrets(before: Definition, after: Definition): boolean {
  const [former, next] = [before, after].map(listSecrets);
  return former !== next;
}

/** In the clear, to be compared and forgotten. */
function listSecrets(definition: Definition): string {
  const secrets: string[] = [];
  mapSecrets(definition, ({ value, place }) => {
    if (value) secrets.push(JSON.stringify([place, value]));
    return value;
  });
  return secrets.toSorted().join();
}

/**
 * Puts the stored secrets back where a mask was sent. `problems` holds messages by field for masks that stand for
 * nothing that is stored and readable, and for a hidden header that would become a visible one.
 */
export function restoreSecrets(
  sent: Definition,
  stored: OpenDefinition,
): { definition: Definition; problems: Record<string, string[]> } {
  const known = new Map<string, string>();
  mapSecrets(stored.definition, ({ value, place }) => {
    if (value) known.set(place, value);
    return value;
  });
  const problems: Record<string, string[]> = {};
  const definition = mapSecrets(sent, ({ value, place, path }) => {
    if (!isMasked(value)) return value;
    const secret = known.get(place);
    if (secret !== undefined) return secret;
    problems[path] = [
      stored.unreadable.has(place)
        ? 'This value can no longer be decrypted. Please enter it again.'
        : 'Please enter this value again.',
    ];
    return value;
  });
  for (const [index, call] of sent.apiCalls.entries()) {
    for (const [name, value] of Object.entries(call.headers)) {
      if (isMasked(value) && !isSecretHeader(call, name)) {
        problems[`apiCalls.${index}.headers.${name}`] = ['Please enter this value again to show it.'];
      }
    }
  }
  return { definition, problems };
}

function ownerOf(integrationId: string): string {
  return `integration:${integrationId}`;
}

/** No secret begins so: neither a header value nor a signature can hold this character. */
function isMasked(value: string): boolean {
  return value.startsWith('••••');
}

function isSecretHeader(call: ApiCall, name: string): boolean {
  return call.secretHeaders.some((secret) => secret.toLowerCase() === name.toLowerCase());
}

/** The one list of what is secret in a definition: a copy with each secret changed. */
function mapSecrets(definition: Definition, change: (secret: Secret) => string): Definition {
  const { triggerConfig } = definition;
  return {
    ...definition,
    triggerConfig:
      triggerConfig.type === 'webhook'
        ? {
            ...triggerConfig,
            webhook: {
              ...triggerConfig.webhook,
              secret: change({
                value: triggerConfig.webhook.secret,
                place: 'webhook',
                path: 'triggerConfig.webhook.secret',
              }),
            },
          }
        : triggerConfig,
    apiCalls: definition.apiCalls.map((call, index) => mapCallSecrets(call, `apiCalls.${index}`, change)),
  };
}

function mapCallSecrets(call: ApiCall, path: string, change: (secret: Secret) => string): ApiCall {
  const { authConfig } = call;
  const headers = Object.entries(call.headers).map(([name, value]): [string, string] =>
    isSecretHeader(call, name)
      ? [
          name,
          change({
            value,
            place: `${call.id}/headers/${name.toLowerCase()}`,
            path: `${path}.headers.${name}`,
          }),
        ]
      : [name, value],
  );
  return {
    ...call,
    headers: Object.fromEntries(headers),
    authConfig:
      authConfig.type === 'bearer'
        ? {
            ...authConfig,
            token: change({
              value: authConfig.token,
              place: `${call.id}/token`,
              path: `${path}.authConfig.token`,
            }),
          }
        : authConfig,
  };
}
