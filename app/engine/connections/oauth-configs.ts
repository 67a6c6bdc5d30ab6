// The configs of connections that obtain tokens by OAuth 2.0.
import '../schema/zod-settings';
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { certificateChain, shownCertificate } from './certificate-config';
import { checkExpiry, type ExpiryConfig, expiryFields } from './expiry';
import {
  findAddressProblem,
  noKey,
  option,
  optionalPrivateKey,
  privateKey,
  providerAddress,
  required,
  scheme,
  sent,
  tokenHeader,
} from './config-parts';
import { keyAlgorithms, otherClaims } from './jwt-config';

/**
 * How a client authenticates to the provider (RFC 6749 §2.3.1): in a header, or in the body; or `none`, for a client without a
 * secret (§2.1) or one that its certificate proves (RFC 8705 §2): then only its ID is sent.
 */
const clientAuths = ['basic', 'post', 'none'] as const;

const clientAuth = z
  .enum(clientAuths, { error: describeChoice('The client authentication', clientAuths) })
  .default('basic');

const maxExtra = 10;

/** Parameters that the authorization request sets itself (RFC 6749 §4.1.1, RFC 7636 §4.3). */
const ofAuthorization = new Set([
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]);

/** Parameters that the token request sets itself (RFC 6749 §2.3.1, §4.4.2); not `grant_type`, which some APIs change. */
const ofToken = new Set([
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'scope',
  'audience',
]);

/** Parameters that a request with an assertion sets itself (RFC 7521 §4). */
const ofAssertion = new Set([
  'grant_type',
  'assertion',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'scope',
]);

/** The use of an assertion: as the grant (RFC 7523 §2.1), or as proof of the client (§2.2, private_key_jwt). */
const assertionUses = ['grant', 'client'] as const;

/** `auto`: RS256, ES256, ES384 or EdDSA, whichever fits the key. */
const assertionAlgorithms = ['auto', ...keyAlgorithms] as const;

/** Parameters that a request with a code or a refresh token sets itself (RFC 6749 §4.1.3, §6; RFC 7636 §4.5). */
const ofGrant = new Set([
  'grant_type',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
]);

/** The token of a provider's answer that calls carry: the access token, or the ID token, as Google's IAM wants it. */
const sentTokens = ['access', 'id'] as const;

/** How calls carry the token, and which certificate proves the client beside it. */
const tokenFields = {
  tokenHeader,
  /** The scheme before the token in Authorization; empty for Bearer. */
  scheme,
  sentToken: z.enum(sentTokens, { error: describeChoice('The token', sentTokens) }).default('access'),
  ...expiryFields,
  ...shownCertificate,
};

const client = {
  clientId: required('Client ID'),
  clientSecret: sent('Client secret'),
  clientAuth,
};

/** What signs an assertion: the key, and how the provider knows it. */
const signer = {
  algorithm: z
    .enum(assertionAlgorithms, { error: describeChoice('The algorithm', assertionAlgorithms) })
    .default('auto'),
  /** The ID of the key, `kid`, where the provider requires it. */
  keyId: option('Key ID'),
  /** The key's certificate, where the provider identifies the key by it (RFC 7515 §4.1.8). */
  certificate: certificateChain('Certificate'),
};

/** `private_key_jwt`: by an assertion that the client's private key signs (RFC 7523 §2.2), in place of a secret. */
const keyClientAuths = [...clientAuths, 'private_key_jwt'] as const;

/** The fields of a client that may have a private key in place of its secret. */
const keyClient = {
  ...client,
  clientAuth: z
    .enum(keyClientAuths, { error: describeChoice('The client authentication', keyClientAuths) })
    .default('basic'),
  privateKey: optionalPrivateKey,
  ...signer,
  /** The audience of the assertion, `aud`: the token URL when empty. */
  assertionAudience: option('Audience of the assertion'),
};

/** Adds the issues of fields that belong together. */
function checkTogether(payload: z.core.ParsePayload<ExpiryConfig & Partial<ClientFields>>): void {
  checkExpiry(payload);
  const { value, issues } = payload;
  const { clientAuth: way, clientSecret, privateKey: key } = value;
  if (way === undefined || way === 'none') return;
  const [field, sentProof, message] =
    way === 'private_key_jwt'
      ? ['privateKey', key, noKey]
      : ['clientSecret', clientSecret, 'Client secret is required'];
  if (sentProof === '') issues.push({ code: 'custom', path: [field], message, input: value });
}
type ClientFields = Pick<z.infer<z.ZodObject<typeof keyClient>>, 'clientAuth' | 'clientSecret'> & {
  privateKey: string;
};

/** Makes the schema of further parameters that the provider requires, written as in a query. */
function extraParameters(own: ReadonlySet<string>, example: string) {
  return option('Other parameters').superRefine((text, context) => {
    const message = findExtraProblem(text, own, example);
    if (message) context.addIssue({ code: 'custom', message });
  });
}

function findExtraProblem(text: string, own: ReadonlySet<string>, example: string): string | undefined {
  const names = [...new URLSearchParams(text).keys()];
  if (names.length > maxExtra) return `At most ${maxExtra} further parameters may be sent`;
  const known = names.find((name) => own.has(name));
  if (known !== undefined) return `${known} is already sent`;
  if (names.filter((name) => name === 'grant_type').length > 1) return 'Write grant_type once';
  return names.includes('') ? `Write parameters like ${example}` : undefined;
}

/** RFC 6749 §4.4: a program that signs in for itself. */
export const ClientCredentials = z
  .object({
    tokenUrl: providerAddress('Token URL', 'https://login.example.com/token'),
    ...client,
    scope: option('Scope'),
    audience: option('Audience'),
    /** A `grant_type` among these replaces `client_credentials`. */
    extra: extraParameters(ofToken, 'resource=https://api.example.com'),
    ...tokenFields,
  })
  .check(checkTogether);

/** RFC 7523: a program signs an assertion with a private key; the provider knows the public key. */
export const JwtAssertion = z
  .object({
    tokenUrl: providerAddress('Token URL', 'https://login.example.com/token'),
    use: z.enum(assertionUses, { error: describeChoice('The use', assertionUses) }).default('grant'),
    /** The signer, `iss`; for the use `client`, the client ID. */
    clientId: required('Issuer'),
    /** The subject, `sub`; Google alone does not require it. For the use `client`, the client ID by default. */
    subject: option('Subject'),
    /** The audience, `aud`: the token URL when empty. */
    audience: option('Audience'),
    scope: option('Scope'),
    extra: extraParameters(ofAssertion, 'resource=https://api.example.com'),
    privateKey,
    ...signer,
    /** Further claims of the assertion, as a JSON object; they replace those above. */
    claims: otherClaims(),
    ...tokenFields,
  })
  .check(checkTogether);
export type JwtAssertion = z.infer<typeof JwtAssertion>;

/** When a provider's responses must name their issuer (RFC 9207): `always` is for providers whose metadata announces it. */
const issuerChecks = ['when_sent', 'always'] as const;

/**
 * Where a token is revoked when its connection is deleted (RFC 7009); empty when it is not. `{client_id}` stands for the
 * client.
 */
const revocationUrl = option('Revocation URL').superRefine((text, context) => {
  const message = text && findAddressProblem(text, 'https://login.example.com/revoke');
  if (message) context.addIssue({ code: 'custom', message });
});

/** RFC 6749 §4.1: a person lets the program act for them. */
export const AuthorizationCode = z
  .object({
    authorizationUrl: providerAddress('Authorization URL', 'https://login.example.com/authorize'),
    tokenUrl: providerAddress('Token URL', 'https://login.example.com/token'),
    revocationUrl,
    ...keyClient,
    scope: option('Scope'),
    extra: extraParameters(ofAuthorization, 'access_type=offline&prompt=consent'),
    /** Further parameters of the requests to the token URL. */
    tokenExtra: extraParameters(ofGrant, 'resource=https://api.example.com'),
    ...tokenFields,
    /** The provider's name for itself (RFC 8414 §2); empty when unknown. */
    issuer: option('Issuer').superRefine((text, context) => {
      const message = text && findAddressProblem(text, 'https://login.example.com');
      if (message) context.addIssue({ code: 'custom', message });
    }),
    issuerCheck: z
      .enum(issuerChecks, { error: describeChoice('The check of the issuer', issuerChecks) })
      .default('when_sent'),
  })
  .check(checkTogether);

/** RFC 6749 §6: a refresh token that the provider's console shows, or that a person obtained elsewhere. */
export const RefreshToken = z
  .object({
    tokenUrl: providerAddress('Token URL', 'https://login.example.com/token'),
    revocationUrl,
    ...keyClient,
    /** The first one. A provider that sends a new one in an answer expects that to be used from then on. */
    refreshToken: required('Refresh token'),
    extra: extraParameters(ofGrant, 'scope=orders.read'),
    ...tokenFields,
  })
  .check(checkTogether);
