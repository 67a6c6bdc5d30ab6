// The secrets of a definition are sealed in the database, bound to their integration, and leave the server only masked.
import { maskSecret, openSealed, seal } from '~/auth/secret-box';
import type { Config } from '~/config';
import {
  mapSecrets,
  markCredentials,
  type OpenDefinition,
  type StoredWebhook,
} from '~/engine/checks/secret-places';
import { isCredentialName } from '~/engine/secrets/credential-names';
import { Definition } from '~/engine/integration';

/** Returns the JSON text to store, with the secrets sealed for this integration. */
export function sealDefinition(config: Config, integrationId: string, definition: Definition): string {
  const sealed = mapSecrets(definition, ({ value }) =>
    value ? seal(config.appKey, value, ownerOf(integrationId)) : '',
  );
  return JSON.stringify(markSealed(sealed));
}

/** Seals the plain secrets in stored JSON text. Secrets that are sealed already stay as they are. */
export function sealPlainSecrets(appKey: Buffer, integrationId: string, stored: string): string {
  const sealed = mapSecrets(JSON.parse(stored) as Definition, ({ value, isSealed }) =>
    isSealed || !value ? value : seal(appKey, value, ownerOf(integrationId)),
  );
  return JSON.stringify(markSealed(sealed));
}

/** Reads stored JSON text. Throws when it is not a definition, which only a defect can cause. */
export function openDefinition(config: Config, integrationId: string, stored: string): OpenDefinition {
  const unreadable = new Set<string>();
  const json = JSON.parse(stored) as Definition;
  const opened = mapSecrets(json, ({ value, place, isSealed }) => {
    if (!value || !isSealed) return value;
    const secret = openSealed(config, value, ownerOf(integrationId));
    if (secret === undefined) unreadable.add(place);
    return secret ?? '';
  });
  return { definition: markCredentials(Definition.parse(opened)), unreadable };
}

/** Replaces each sealed value in stored JSON text by the result of `reseal`, which also gets what the value is bound to. */
export function resealDefinition(
  integrationId: string,
  stored: string,
  reseal: (sealed: string, place: string) => string,
): string {
  const json = JSON.parse(stored) as Definition;
  const resealed = mapSecrets(json, ({ value, isSealed }) =>
    value && isSealed ? reseal(value, ownerOf(integrationId)) : value,
  );
  return JSON.stringify(resealed);
}

/** Masks each secret as screens and responses show it: `••••` and the last four characters. */
export function maskDefinition({ definition, unreadable }: OpenDefinition): Definition {
  return mapSecrets(definition, ({ value, place, isShown }) =>
    (value && !isShown) || unreadable.has(place) ? maskSecret(value) : value,
  );
}

/** Checks whether a secret was added, removed or replaced. */
export function changesSecrets(before: Definition, after: Definition): boolean {
  const [former, next] = [before, after].map(listSecrets);
  return former !== next;
}

/** Returns the secrets decrypted, only for comparison. */
function listSecrets(definition: Definition): string {
  const secrets: string[] = [];
  mapSecrets(definition, ({ value, place }) => {
    if (value) secrets.push(JSON.stringify([place, value]));
    return value;
  });
  return secrets.toSorted().join();
}

function ownerOf(integrationId: string): string {
  return `integration:${integrationId}`;
}

/** Marks what is sealed, for storage: in `secretHeaders` for a call, in `sealedHeaders` for a webhook. */
function markSealed(definition: Definition): Definition {
  const { triggerConfig, ...rest } = markCredentials(definition);
  if (triggerConfig.type !== 'webhook') return { triggerConfig, ...rest };
  const sealedHeaders = Object.keys(triggerConfig.webhook.headers).filter(isCredentialName);
  const webhook: StoredWebhook = { ...triggerConfig.webhook, sealedHeaders };
  return { triggerConfig: { ...triggerConfig, webhook }, ...rest };
}
