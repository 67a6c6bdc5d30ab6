// Connections, as callers send them and get them.
import { z } from 'zod';
import { paceUnits } from '~/engine/connections/pace';
import { connectionKinds, connectionStatuses } from '~/engine/connections/kinds';
import { Id, Time } from '~/engine/schema/response-fields';
import type { ConnectionResponse as Described } from '~/services/connections/connection-response';
import { clientAuths, type Discovered } from '~/services/test-runs/provider-discovery';
import type { ConnectionTest } from '~/services/test-runs/connection-test';
import { registerRequest, registerResponse } from './registry';

const config = z
  .record(z.string(), z.string())
  .describe(
    'Every kind may have `extraHeaders` (lines of `Name: value`, all secret). By kind: `bearer` has `token`; `basic` and `digest` have `username`, `password`; `api_key` has `in` (`header`, `query` or `path`), `name`, `value`; `oauth2_client_credentials` has `tokenUrl`, `clientId`, `clientSecret`, `scope`, `audience`, `extra` (further parameters as in a query; a `grant_type` among them counts), `clientAuth` (`basic`, `post` or `none`), `tokenHeader` (empty for `Authorization: Bearer`), `scheme` (instead of Bearer), `sentToken` (`access` or `id`), `clientCertificate`, `clientKey`, `serverCa` (PEM) and `clientKeyPassphrase`; `oauth2_authorization_code` has `authorizationUrl`, `revocationUrl` (a deletion revokes the token there) and, but `audience`, the same, `extra`: further parameters as in a query, a `clientAuth` that may also be `private_key_jwt`: then `privateKey`, `algorithm`, `keyId` and `certificate` as `oauth2_jwt` has them, and `assertionAudience` (the token URL when empty), `tokenExtra` (for the token URL), `issuer`, `issuerCheck` (`when_sent` or `always`); `oauth2_refresh_token` has `refreshToken`, `revocationUrl` and, but `scope` and `audience`, what client credentials have, and `private_key_jwt` with its fields; `oauth2_jwt` has `tokenUrl`, `use` (`grant` or `client`: what the signed JWT is), `clientId` (the issuer), `subject`, `audience`, `scope`, `extra`, `algorithm` (`auto`, `RS256`, `RS384`, `RS512`, `PS256`, `ES256`, `ES384` or `EdDSA`), `keyId`, `privateKey` and `certificate` (PEM), `claims` (a JSON object as text), and from `tokenHeader` on the same; these four also have `expiredStatuses` (as `403, 498`), `expiredField` and `expiredValue`: what beside a 401 says that a token is over; `github_app` has `clientId`, `installationId`, `privateKey` (PEM), `apiUrl` (of an Enterprise Server); `signed_jwt` has `algorithm` (`HS256`, `HS384`, `HS512`, or one of those but `auto`), `key` (a secret, or PEM), `keyEncoding` (`text`, `base64` or `hex`), `keyId`, `issuer`, `subject`, `audience`, `lifetime` (seconds), `claims` (a JSON object as text), `scheme`, `tokenHeader`; `oauth1` has `consumerKey`, `consumerSecret`, `token`, `tokenSecret`, `signatureMethod` (`HMAC-SHA1` or `HMAC-SHA256`; with a private key in PEM as the `consumerSecret` `RSA-SHA1` or `RSA-SHA256`), `bodyHash` (`none` or `sent`), `realm`; `hmac` has `keyId`, `secret`, `keyEncoding` (`text`, `base64` or `hex`), `passphrase`, `hash` (`sha256`, `sha512`, `sha384`, `sha1` or `md5`; with a private key in PEM as the secret `rsa-v1_5-sha256`, `rsa-pss-sha512`, `ecdsa-p256-sha256`, `ecdsa-p384-sha384` or `ed25519`), `text` (what is signed, with placeholders like `{{path}}`), `hashedText` (its hash is `{{hashed_text}}` there), `keySteps` (lines that the key is derived by), `derivedForm` (`bytes` or `base64`), `encoding` (`hex`, `hex_upper`, `base64`, `base64url` or `base64_percent`), `headers` (lines of `Name: value`), `query` (`name=value&…`); `aws_sigv4` has `accessKeyId`, `secretAccessKey`, `sessionToken`, `region`, `service`; `aws_role` has `accessKeyId`, `secretAccessKey`, `roleArn`, `externalId`, `region`, `service`, `stsUrl` (empty for that of the region); `client_certificate` has `certificate`, `privateKey`, `ca` (PEM), `passphrase`; `none` has `serverCa` (PEM).',
  );

const parts = {
  name: z.string().describe('Unique in the organization, whatever its case.'),
  baseUrl: z
    .string()
    .describe('The base of call URLs that begin with `/`. The credentials may be sent to its host.'),
  allowedHosts: z.array(z.string()).describe('Other hosts that may: `api.example.com`, `*.example.com`.'),
};

const pace = z
  .object({
    requests: z.number().describe('How many calls may be sent in the time.'),
    per: z.enum(paceUnits),
    burst: z.number().describe('How many of them at once after a rest.'),
  })
  .nullable()
  .describe('The maximum of calls that all integrations together send with it. Null: no limit.');

const paceSent = z
  .object({ requests: z.number(), per: z.enum(paceUnits).optional(), burst: z.number().optional() })
  .nullable()
  .optional()
  .describe('By default, `per` is a minute and `burst` is 1. Null: no limit.');

/** The services check it, field by field. */
export const ConnectionCreation = registerRequest(
  'ConnectionCreation',
  z.object({
    ...parts,
    kind: z.enum(connectionKinds),
    baseUrl: parts.baseUrl.optional(),
    allowedHosts: parts.allowedHosts.optional(),
    pace: paceSent,
    config,
  }),
);

export const ConnectionChange = registerRequest(
  'ConnectionChange',
  z.object({
    ...parts,
    name: parts.name.optional(),
    baseUrl: parts.baseUrl.optional(),
    allowedHosts: parts.allowedHosts.optional(),
    pace: paceSent,
    config: config.optional(),
    version: z.number().int().optional().describe('Of the connection that the change began from.'),
  }),
);

export const ConnectionResponse = registerResponse(
  'Connection',
  z.object({
    id: Id,
    ...parts,
    pace,
    kind: z.enum(connectionKinds),
    config: config.describe('Secrets masked.'),
    certificate: z
      .object({ subject: z.string(), validUntil: Time, isExpired: z.boolean() })
      .optional()
      .describe('For a client certificate: its subject, and until when it is valid.'),
    hasToken: z
      .boolean()
      .optional()
      .describe(
        'For a kind that obtains tokens: whether there is one for its present credentials. Without one, `ready` says only that the next call asks for one.',
      ),
    status: z.enum(connectionStatuses),
    statusReason: z.string().nullable(),
    refusal: z
      .object({ at: Time, integrationId: Id, executionId: Id, callName: z.string() })
      .nullable()
      .describe(
        'The last call of an execution that the API answered with 401, where the status is `failing` because of it. Null once the API accepts a call, or the connection has other credentials.',
      ),
    version: z.number().int(),
    createdAt: Time,
    updatedAt: Time,
    usedBy: z
      .array(z.object({ id: Id, name: z.string() }))
      .describe('The integrations whose newest versions sign in with it.'),
    today: z
      .object({ calls: z.number().int(), refused: z.number().int().describe('Answered 429.') })
      .describe('Calls that executions have sent with it since midnight, UTC.'),
  }) satisfies z.ZodType<Described>,
);

export const ConnectionAuthorization = registerResponse(
  'ConnectionAuthorization',
  z.object({ address: z.string().describe('At the provider, for one use.') }),
);

export const ConnectionTestRequest = registerRequest(
  'ConnectionTestRequest',
  z.object({
    url: z.string().max(8_000).default('').describe('The base URL when it is empty; it may begin with `/`.'),
  }),
);

export const ConnectionTestResponse = registerResponse(
  'ConnectionTest',
  z.object({
    success: z.boolean().describe('The status was 2xx or 3xx.'),
    statusCode: z.number().int().describe('0 when no answer came.'),
    responseTime: z.number().describe('Milliseconds.'),
    error: z.string().nullable(),
    body: z
      .string()
      .nullable()
      .describe('When the API refused: the beginning of its answer, with secrets masked.'),
  }) satisfies z.ZodType<ConnectionTest>,
);

export const ProviderDiscovery = registerRequest(
  'ProviderDiscovery',
  z.object({ issuer: z.string().max(1_000).describe('As the provider writes it.') }),
);

export const DiscoveredProvider = registerResponse(
  'DiscoveredProvider',
  z.object({
    issuer: z.string(),
    issuerCheck: z.enum(['when_sent', 'always']),
    authorizationUrl: z.string().describe('Empty when it names none.'),
    tokenUrl: z.string(),
    revocationUrl: z.string().describe('Empty when it names none.'),
    clientAuth: z.enum(clientAuths),
  }) satisfies z.ZodType<Discovered>,
);
