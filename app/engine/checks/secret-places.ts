// The secrets of a definition: webhook secret, bearer tokens, user names and passwords, and the values of headers that are
// credentials by their names or marked secret.
import { isCredentialName, isSecretHeader } from '../secrets/credential-names';
import { isUsernameSecret } from '../definition/basic-auth';
import type { Definition, WebhookTrigger } from '../integration';
import type { ApiCall, AuthConfig } from '../definition/api-call';

/** A definition with its secrets in the clear. */
export interface OpenDefinition {
  definition: Definition;
  /** The places of secrets that could not be decrypted; they are empty in `definition`. */
  unreadable: ReadonlySet<string>;
}

export interface Secret {
  value: string;
  /** Identifies the secret whatever its call's position in the chain. */
  place: string;
  /** The path of its field in the definition, as problems name fields. */
  path: string;
  /** The call that the secret belongs to; absent for the trigger's secrets. */
  call?: ApiCall;
  /** Whether the secret is shown in the clear: a user name beside a password. */
  isShown?: boolean;
  /** Whether the stored value is marked as sealed. Earlier versions left credentials in the clear unless marked. */
  isSealed: boolean;
}

/** A trigger as it is stored: it names the required headers whose values are sealed. */
export type StoredWebhook = WebhookTrigger['webhook'] & { sealedHeaders?: string[] };

/** Marks every header of a definition as secret that is a credential by its name. */
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

/** Returns a copy of a definition with each secret changed. This is the only list of a definition's secrets. */
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

/** Changes credentials. A user name is sealed like its password, though it is shown beside one. */
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
