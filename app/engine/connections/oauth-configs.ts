// What OAuth 2.0 needs of a connection that obtains tokens.
import '../schema/zod-settings';
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { certificateChain } from './certificate-config';
import { checkExpiry, expiryFields } from './expiry';
import {
  findAddressProblem,
  option,
  privateKey,
  providerAddress,
  required,
  tokenHeader,
} from './config-parts';
import { keyAlgorithms } from './jwt-config';

/** How a client shows the provider who it is (RFC 6749 §2.3.1): in a header, or in the body. */
const clientAuths = ['basic', 'post'] as const;

const clientAuth = z
  .enum(clientAuths, { error: describeChoice('The client authentication', clientAuths) })
  .default('basic');

const mostExtra = 10;

/** What the request of an authorization says itself (RFC 6749 §4.1.1, RFC 7636 §4.3). */
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

/** What the request for a token says itself (RFC 6749 §2.3.1, §4.4.2), but for the grant type, which some name otherwise. */
const ofToken = new Set([
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'scope',
  'audience',
]);

/** What a request with an assertion says itself (RFC 7521 §4). */
const ofAssertion = new Set([
  'grant_type',
  'assertion',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'scope',
]);

/** What an assertion is: the grant (RFC 7523 §2.1), or who the client is (§2.2, private_key_jwt). */
const assertionUses = ['grant', 'client'] as const;

/** `auto`: RS256, ES256, ES384 or EdDSA, whichever is for the key. */
const assertionAlgorithms = ['auto', ...keyAlgorithms] as const;

/** As they stand in a query: what else the provider wants to be asked with. */
function extraParameters(own: ReadonlySet<string>, example: string) {
  return option('Other parameters').superRefine((text, context) => {
    const message = findExtraProblem(text, own, example);
    if (message) context.addIssue({ code: 'custom', message });
  });
}

function findExtraProblem(text: string, own: ReadonlySet<string>, example: string): string | undefined {
  const names = [...new URLSearchParams(text).keys()];
  if (names.length > mostExtra) return `At most ${mostExtra} further parameters may be sent`;
  const sent = names.find((name) => own.has(name));
  if (sent !== undefined) return `${sent} is already sent`;
  if (names.filter((name) => name === 'grant_type').length > 1) return 'Write grant_type once';
  return names.includes('') ? `Write parameters like ${example}` : undefined;
}

/** RFC 6749 §4.4: a program that signs in for itself. */
export const ClientCredentials = z
  .object({
    tokenUrl: providerAddress('Token URL', 'https://login.example.com/token'),
    clientId: required('Client ID'),
    clientSecret: required('Client secret'),
    scope: option('Scope'),
    audience: option('Audience'),
    /** A `grant_type` among them is asked with in place of `client_credentials`. */
    extra: extraParameters(ofToken, 'resource=https://api.example.com'),
    clientAuth,
    tokenHeader,
    ...expiryFields,
  })
  .check(checkExpiry);

/** RFC 7523: a program that signs what it asks with, with a key whose other half the provider knows. */
export const JwtAssertion = z
  .object({
    tokenUrl: providerAddress('Token URL', 'https://login.example.com/token'),
    use: z.enum(assertionUses, { error: describeChoice('The use', assertionUses) }).default('grant'),
    /** Who signs, `iss`: of a client its ID. */
    clientId: required('Issuer'),
    /** For whom, `sub`, which Google alone does not ask for; of a client its ID unless given. */
    subject: option('Subject'),
    /** For which provider, `aud`: the token URL when it is empty. */
    audience: option('Audience'),
    scope: option('Scope'),
    extra: extraParameters(ofAssertion, 'resource=https://api.example.com'),
    privateKey,
    algorithm: z
      .enum(assertionAlgorithms, { error: describeChoice('The algorithm', assertionAlgorithms) })
      .default('auto'),
    /** Which key it is, `kid`, where the provider asks for that. */
    keyId: option('Key ID'),
    /** Of the key, where the provider knows it by that (RFC 7515 §4.1.8). */
    certificate: certificateChain('Certificate'),
    tokenHeader,
    ...expiryFields,
  })
  .check(checkExpiry);
export type JwtAssertion = z.infer<typeof JwtAssertion>;

/** When a provider's answers must name it (RFC 9207): when they name one, or always, as its metadata announces it. */
const issuerChecks = ['when_sent', 'always'] as const;

/** RFC 6749 §4.1: a person lets the program act for them. */
export const AuthorizationCode = z
  .object({
    authorizationUrl: providerAddress('Authorization URL', 'https://login.example.com/authorize'),
    tokenUrl: providerAddress('Token URL', 'https://login.example.com/token'),
    clientId: required('Client ID'),
    clientSecret: required('Client secret'),
    scope: option('Scope'),
    extra: extraParameters(ofAuthorization, 'access_type=offline&prompt=consent'),
    clientAuth,
    tokenHeader,
    ...expiryFields,
    /** As the provider calls itself (RFC 8414 §2); empty when nobody said. */
    issuer: option('Issuer').superRefine((text, context) => {
      const message = text && findAddressProblem(text, 'https://login.example.com');
      if (message) context.addIssue({ code: 'custom', message });
    }),
    issuerCheck: z
      .enum(issuerChecks, { error: describeChoice('The check of the issuer', issuerChecks) })
      .default('when_sent'),
  })
  .check(checkExpiry);
