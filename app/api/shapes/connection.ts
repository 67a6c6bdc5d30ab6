// Connections, as callers send them and get them.
import { z } from 'zod';
import { paceUnits } from '~/engine/connections/pace';
import { ConnectionResponse as Described } from '~/services/connections/connection-response';
import { Discovered } from '~/services/test-runs/provider-discovery';
import { ConnectionTest } from '~/services/test-runs/connection-test';
import { registerRequest, registerResponse } from './registry';

const config = z
  .record(z.string(), z.string())
  .describe(
    'Every kind may have `extraHeaders` (lines of `Name: value`, all secret). By kind: `bearer` has `token`; `basic` and `digest` have `username`, `password`; `api_key` has `in` (`header`, `query` or `path`), `name`, `value`; `oauth2_client_credentials` has `tokenUrl`, `clientId`, `clientSecret`, `scope`, `audience`, `extra` (further parameters as in a query; a `grant_type` among them counts), `clientAuth` (`basic`, `post` or `none`), `tokenHeader` (empty for `Authorization: Bearer`), `scheme` (instead of Bearer), `sentToken` (`access` or `id`), `clientCertificate`, `clientKey`, `serverCa` (PEM) and `clientKeyPassphrase`; `oauth2_authorization_code` has `authorizationUrl`, `revocationUrl` (a deletion revokes the token there) and, but `audience`, the same, `extra`: further parameters as in a query, a `clientAuth` that may also be `private_key_jwt`: then `privateKey`, `algorithm`, `keyId` and `certificate` as `oauth2_jwt` has them, and `assertionAudience` (the token URL when empty), `tokenExtra` (for the token URL), `issuer`, `issuerCheck` (`when_sent` or `always`); `oauth2_refresh_token` has `refreshToken`, `revocationUrl` and, but `scope` and `audience`, what client credentials have, and `private_key_jwt` with its fields; `oauth2_jwt` has `tokenUrl`, `use` (`grant` or `client`: what the signed JWT is), `clientId` (the issuer), `subject`, `audience`, `scope`, `extra`, `algorithm` (`auto`, `RS256`, `RS384`, `RS512`, `PS256`, `ES256`, `ES384` or `EdDSA`), `keyId`, `privateKey` and `certificate` (PEM), `claims` (a JSON object as text), and from `tokenHeader` on the same; these four also have `expiredStatuses` (as `403, 498`), `expiredField` and `expiredValue`: what beside a 401 says that a token is over; `github_app` has `clientId`, `installationId`, `privateKey` (PEM), `apiUrl` (of an Enterprise Server); `signed_jwt` has `algorithm` (`HS256`, `HS384`, `HS512`, or one of those but `auto`), `key` (a secret, or PEM), `keyEncoding` (`text`, `base64` or `hex`), `keyId`, `issuer`, `subject`, `audience`, `lifetime` (seconds), `claims` (a JSON object as text), `scheme`, `tokenHeader`; `oauth1` has `consumerKey`, `consumerSecret`, `token`, `tokenSecret`, `signatureMethod` (`HMAC-SHA1` or `HMAC-SHA256`; with a private key in PEM as the `consumerSecret` `RSA-SHA1` or `RSA-SHA256`), `bodyHash` (`none` or `sent`), `realm`; `hmac` has `keyId`, `secret`, `keyEncoding` (`text`, `base64` or `hex`), `passphrase`, `hash` (`sha256`, `sha512`, `sha384`, `sha1` or `md5`; with a private key in PEM as the secret `rsa-v1_5-sha256`, `rsa-pss-sha512`, `ecdsa-p256-sha256`, `ecdsa-p384-sha384` or `ed25519`), `text` (what is signed, with placeholders like `{{path}}`), `hashedText` (its hash is `{{hashed_text}}` there), `keySteps` (lines that the key is derived by), `derivedForm` (`bytes` or `base64`), `encoding` (`hex`, `hex_upper`, `base64`, `base64url` or `base64_percent`), `headers` (lines of `Name: value`), `query` (`name=value&…`); `aws_sigv4` has `accessKeyId`, `secretAccessKey`, `sessionToken`, `region`, `service`; `aws_role` has `accessKeyId`, `secretAccessKey`, `roleArn`, `externalId`, `region`, `service`, `stsUrl` (empty for that of the region); `client_certificate` has `certificate`, `privateKey`, `ca` (PEM), `passphrase`; `none` has `serverCa` (PEM).',
  );

export const ConnectionResponse = registerResponse('Connection', Described);

const { name, kind, baseUrl, allowedHosts } = ConnectionResponse.shape;

const paceSent = z
  .object({ requests: z.number(), per: z.enum(paceUnits).optional(), burst: z.number().optional() })
  .nullable()
  .optional()
  .describe('By default, `per` is a minute and `burst` is 1. Null: no limit.');

/** The services check it, field by field. */
export const ConnectionCreation = registerRequest(
  'ConnectionCreation',
  z.object({
    name,
    baseUrl: baseUrl.optional(),
    allowedHosts: allowedHosts.optional(),
    kind,
    pace: paceSent,
    config,
  }),
);

export const ConnectionChange = registerRequest(
  'ConnectionChange',
  z.object({
    name: name.optional(),
    baseUrl: baseUrl.optional(),
    allowedHosts: allowedHosts.optional(),
    pace: paceSent,
    config: config.optional(),
    version: z.number().int().optional().describe('Of the connection that the change began from.'),
  }),
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

export const ConnectionTestResponse = registerResponse('ConnectionTest', ConnectionTest);

export const ProviderDiscovery = registerRequest(
  'ProviderDiscovery',
  z.object({ issuer: z.string().max(1_000).describe('As the provider writes it.') }),
);

export const DiscoveredProvider = registerResponse('DiscoveredProvider', Discovered);
