// What OAuth 2.0 needs of a connection that obtains tokens.
import '../schema/zod-settings';
import { z } from 'zod';
import { HeaderName } from '../definition/headers';
import { findHeaderProblem } from '../http/header-rules';
import { describeChoice } from '../schema/choice';
import { checkExpiry, expiryFields } from './expiry';
import { findAddressProblem, option, privateKey, providerAddress, required } from './config-parts';

/** How a client shows the provider who it is (RFC 6749 §2.3.1): in a header, or in the body. */
const clientAuths = ['basic', 'post'] as const;

const clientAuth = z
  .enum(clientAuths, { error: describeChoice('The client authentication', clientAuths) })
  .default('basic');

/** The header that carries the token bare; empty for `Authorization: Bearer …`. */
const tokenHeader = option('Token header').superRefine((name, context) => {
  if (!name) return;
  const message = HeaderName.safeParse(name).error?.issues[0]?.message ?? findHeaderProblem(name);
  if (message) context.addIssue({ code: 'custom', message });
});

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

/** RFC 7523 §2.1: a program that signs what it asks with, with a key whose other half the provider knows. */
export const JwtAssertion = z
  .object({
    tokenUrl: providerAddress('Token URL', 'https://login.example.com/token'),
    /** Who signs, `iss`. */
    clientId: required('Issuer'),
    /** For whom, `sub`, which Google alone does not ask for. */
    subject: option('Subject'),
    /** For which provider, `aud`: the token URL when it is empty. */
    audience: option('Audience'),
    scope: option('Scope'),
    privateKey,
    /** Which key it is, `kid`, where the provider asks for that. */
    keyId: option('Key ID'),
    tokenHeader,
    ...expiryFields,
  })
  .check(checkExpiry);

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
