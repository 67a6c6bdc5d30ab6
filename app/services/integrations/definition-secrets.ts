// The secrets of a definition: webhook secret, bearer tokens, user names and passwords, and the values of headers that are credentials by their
// names or marked secret. They are sealed in the database, bound to their integration, and leave the server only masked.
import { mask, open, seal } from '~/auth/secret-box';
import type { Config } from '~/config';
import { isCredentialName, isSecretHeader } from '~/engine/secrets/credential-names';
import { isUsernameSecret } from '~/engine/definition/basic-auth';
import { Definition, type WebhookTrigger } from '~/engine/integration';
import type { ApiCall, AuthConfig } from '~/engine/definition/api-call';

/** A definition with its secrets in the clear. */
export interface OpenDefinition {
  definition: Definition;
  /** The places of secrets that could not be opened; they are empty in `definition`. */
  unreadable: ReadonlySet<string>;
}

export interface Secret {
  value: string;
  /** Names the secret whatever its position in the chain. */
  place: string;
  /** Where it stands in the definition, as fields are named in problems. */
  path: string;
  /** The call that it belongs to; none of the trigger's. */
  call?: ApiCall;
  /** Shown as it is: a user name beside a password. */
  isShown?: boolean;
  /** What is stored says of itself that it is sealed. Earlier versions left credentials in the clear unless marked. */
  isSealed: boolean;
}

/** A trigger as it is stored: it names the required headers whose values are sealed. */
type StoredWebhook = WebhookTrigger['webhook'] & { sealedHeaders?: string[] };

/** JSON text to store, secrets sealed for this integration. */
export function sealDefinition(config: Config, integrationId: string, definition: Definition): string {
  const sealed = mapSecrets(definition, ({ value }) =>
    value ? seal(config.appKey, value, ownerOf(integrationId)) : '',
  );
  return JSON.stringify(markSealed(sealed));
}

/** Stored JSON text with what stands in the clear sealed, too. What is sealed stays as it is. */
export function sealPlainSecrets(appKey: Buffer, integrationId: string, stored: string): string {
  const sealed = mapSecrets(JSON.parse(stored) as Definition, ({ value, isSealed }) =>
    isSealed || !value ? value : seal(appKey, value, ownerOf(integrationId)),
  );
  return JSON.stringify(markSealed(sealed));
}

/** Reads stored JSON text. Throws when it is no definition, which only a defect can bring about. */
export function openDefinition(config: Config, integrationId: string, stored: string): OpenDefinition {
  const unreadable = new Set<string>();
  const json = JSON.parse(stored) as Definition;
  const opened = mapSecrets(json, ({ value, place, isSealed }) => {
    if (!value || !isSealed) return value;
    const secret = open(config.appKey, value, ownerOf(integrationId));
    if (secret === undefined) unreadable.add(place);
    return secret ?? '';
  });
  return { definition: markCredentials(Definition.parse(opened)), unreadable };
}

/** Stored JSON text with each sealed value changed by `reseal`, which is given what the value is bound to. */
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

/** What screens and responses show: `••••` and the last four characters in place of each secret. */
export function maskDefinition({ definition, unreadable }: OpenDefinition): Definition {
  return mapSecrets(definition, ({ value, place, isShown }) =>
    (value && !isShown) || unreadable.has(place) ? mask(value) : value,
  );
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

function ownerOf(integrationId: string): string {
  return `integration:${integrationId}`;
}

/** The definition with every header that is a credential among the secret ones, by its name, marked or not. */
export function markCredentials(definition: Definition): Definition {
  return {
    ...definition,
    apiCalls: definition.apiCalls.map((call) => {
      const marked = new Set(call.secretHeaders.map((name) => name.toLowerCase()));
      const unmarked = Object.keys(call.headers).filter(
        (name) => isCredentialName(name) && !marked.has(name.toLowerCase()),
      );
      return unmarked.length === 0 ? call : { ...call, secretHeaders: [...call.secretHeaders, ...unmarked] };
    }),
  };
}

/** To be stored: of a call `secretHeaders` says what is sealed. */
function markSealed(definition: Definition): Definition {
  const { triggerConfig, ...rest } = markCredentials(definition);
  if (triggerConfig.type !== 'webhook') return { triggerConfig, ...rest };
  const sealedHeaders = Object.keys(triggerConfig.webhook.headers).filter(isCredentialName);
  const webhook: StoredWebhook = { ...triggerConfig.webhook, sealedHeaders };
  return { triggerConfig: { ...triggerConfig, webhook }, ...rest };
}

/** The one list of what is secret in a definition: a copy with each secret changed. */
export function mapSecrets(definition: Definition, change: (secret: Secret) => string): Definition {
  const { triggerConfig } = definition;
  return {
    ...definition,
    triggerConfig:
      triggerConfig.type === 'webhook'
        ? { ...triggerConfig, webhook: mapWebhookSecrets(triggerConfig.webhook, change) }
        : triggerConfig,
    apiCalls: definition.apiCalls.map((call, index) => mapCallSecrets(call, `apiCalls.${index}`, change)),
  };
}

function mapWebhookSecrets(webhook: StoredWebhook, change: (secret: Secret) => string): StoredWebhook {
  const path = 'triggerConfig.webhook';
  const headers = Object.entries(webhook.headers).map(([name, value]): [string, string] => [
    name,
    isCredentialName(name)
      ? change({
          value,
          place: `webhook/headers/${name.toLowerCase()}`,
          path: `${path}.headers.${name}`,
          isSealed: webhook.sealedHeaders?.includes(name) ?? false,
        })
      : value,
  ]);
  return {
    ...webhook,
    headers: Object.fromEntries(headers),
    secret: change({ value: webhook.secret, place: 'webhook', path: `${path}.secret`, isSealed: true }),
  };
}

function mapCallSecrets(call: ApiCall, path: string, change: (secret: Secret) => string): ApiCall {
  const marked = new Set(call.secretHeaders.map((name) => name.toLowerCase()));
  const headers = Object.entries(call.headers).map(([name, value]): [string, string] => [
    name,
    isSecretHeader(call, name)
      ? change({
          value,
          place: `${call.id}/headers/${name.toLowerCase()}`,
          path: `${path}.headers.${name}`,
          call,
          isSealed: marked.has(name.toLowerCase()),
        })
      : value,
  ]);
  return {
    ...call,
    headers: Object.fromEntries(headers),
    authConfig: mapCredentials(call, (name, value, isShown) =>
      change({
        value,
        place: `${call.id}/${name}`,
        path: `${path}.authConfig.${name}`,
        call,
        isSealed: true,
        isShown,
      }),
    ),
  };
}

/** A user name is sealed like its password, though it is shown beside one. */
function mapCredentials(
  { authConfig }: ApiCall,
  change: (name: string, value: string, isShown: boolean) => string,
): AuthConfig {
  if (authConfig.type === 'bearer') return { ...authConfig, token: change('token', authConfig.token, false) };
  if (authConfig.type !== 'basic') return authConfig;
  const { username, password } = authConfig;
  return {
    ...authConfig,
    username: change('username', username, !isUsernameSecret(authConfig)),
    password: change('password', password, false),
  };
}
