import { expect, test } from 'vitest';
import { isCredentialName, isSecretHeader } from '~/engine/secrets/credential-names';

test.each([
  'Authorization',
  'proxy-authorization',
  'Cookie',
  'Set-Cookie',
  'X-Api-Key',
  'Api-Key',
  'apikey',
  'X-Auth-Token',
  'X-Auth',
  'X-Access-Token',
  'PRIVATE-TOKEN',
  'X-Vault-Token',
  'Ocp-Apim-Subscription-Key',
  'DD-API-KEY',
  'X-Amz-Security-Token',
  'X-Shopify-Access-Token',
  'X-Hub-Signature',
  'api_key',
  'access_token',
  'token',
  'key',
  'sig',
  'signature',
  'client_secret',
  'password',
  'X-Amz-Credential',
  'X-Amz-Signature',
  'X-CSRF-Token',
  'X-XSRF-TOKEN',
])('%s names a credential', (name) => expect(isCredentialName(name)).toBe(true));

test.each([
  'Accept',
  'Content-Type',
  'Idempotency-Key',
  // The name of an event of Bitbucket.
  'X-Event-Key',
  'X-Request-Id',
  'Cache-Key',
  'page_token',
  'nextPageToken',
  'sort_key',
  'keyword',
  'monkey',
  'author',
  'design',
  'X-Api-Key-Version',
  'token_type',
  'code',
  'x-ratelimit-remaining-tokens',
  'anthropic-ratelimit-tokens-limit',
  'Access-Control-Allow-Credentials',
  'WWW-Authenticate',
  'ETag',
  'Location',
])('%s names no credential', (name) => expect(isCredentialName(name)).toBe(false));

test('a header is secret by its name or by its mark, whatever the case', () => {
  expect(isSecretHeader({ secretHeaders: [] }, 'x-api-key')).toBe(true);
  expect(isSecretHeader({ secretHeaders: ['X-Tenant'] }, 'x-tenant')).toBe(true);
  expect(isSecretHeader({ secretHeaders: ['X-Tenant'] }, 'Accept')).toBe(false);
});
