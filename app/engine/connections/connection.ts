// Credentials that an organization keeps once, for all its integrations: the fields of each kind, and which of them are secret.
import '../schema/zod-settings';
import { z } from 'zod';
import { AllowedHost, maxAllowedHosts } from '../definition/allowed-host';
import { isUsernameSecret } from '../definition/basic-auth';
import { findUserinfoProblem } from '../http/header-rules';
import { isHttpUrl } from '../placeholders/url-template';
import { refuseCharacters, removeUnseen } from '../schema/name-characters';
import { AwsRole } from './aws-role-config';
import { ClientCertificate, NoCredentials } from './certificate-config';
import { Digest } from './digest-config';
import { ApiKey, AwsSigv4, Basic, Bearer } from './fixed-configs';
import { GithubApp } from './github-app-config';
import { extraHeaders } from './header-lines';
import { Hmac } from './hmac-config';
import { SignedJwt } from './jwt-config';
import type { ConnectionKind } from './kinds';
import { Oauth1 } from './oauth1-config';
import { AuthorizationCode, ClientCredentials, JwtAssertion, RefreshToken } from './oauth-configs';
import { Pace } from './pace';
import { secretFields } from './secret-fields';

export const connectionLimits = { ofOrganization: 200, name: 100 };

/** The fields that each kind has besides its own. */
const ofAllKinds = { extraHeaders };

const ownShapes = {
  bearer: Bearer,
  basic: Basic,
  digest: Digest,
  api_key: ApiKey,
  oauth2_client_credentials: ClientCredentials,
  oauth2_authorization_code: AuthorizationCode,
  oauth2_refresh_token: RefreshToken,
  oauth2_jwt: JwtAssertion,
  github_app: GithubApp,
  signed_jwt: SignedJwt,
  oauth1: Oauth1,
  hmac: Hmac,
  aws_sigv4: AwsSigv4,
  aws_role: AwsRole,
  client_certificate: ClientCertificate,
  none: NoCredentials,
};

type WholeShapes = {
  [Kind in ConnectionKind]: (typeof ownShapes)[Kind] extends z.ZodObject<infer Own>
    ? z.ZodObject<Own & typeof ofAllKinds>
    : never;
};

/** The schema of each kind's config, with its secrets in the clear. */
export const configShapes = Object.fromEntries(
  Object.entries(ownShapes).map(([kind, shape]) => [kind, shape.safeExtend(ofAllKinds)]),
) as WholeShapes;

export type ConnectionConfig = {
  [Kind in ConnectionKind]: { kind: Kind; config: z.infer<(typeof configShapes)[Kind]> };
}[ConnectionKind];

/** The URL that is put before URLs that begin with `/`; empty for none. Slashes at its end are dropped. */
const BaseUrl = z
  .string()
  .trim()
  .max(1_000, 'Base URLs must be 1000 characters or less')
  .transform((text, context) => {
    const problem = findBaseProblem(text);
    if (problem === undefined) return text.replace(/\/+$/, '');
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  })
  .default('');

function findBaseProblem(text: string): string | undefined {
  if (text === '') return undefined;
  if (!isHttpUrl(text)) return 'Enter a URL like https://api.example.com/v1';
  if (/[?#]|\{\{/.test(text)) return 'A base URL has no query, no fragment and no placeholders';
  return findUserinfoProblem(text);
}

/** Everything of a connection except its kind and its config. */
export const ConnectionBasics = z
  .object({
    name: z
      .string({ error: 'Connection name is required' })
      .overwrite(removeUnseen)
      .trim()
      .min(1, 'Connection name is required')
      .max(connectionLimits.name, `Connection name must be ${connectionLimits.name} characters or less`)
      .check(refuseCharacters('Connection name')),
    baseUrl: BaseUrl,
    allowedHosts: z
      .array(AllowedHost)
      .max(maxAllowedHosts, `A connection may list at most ${maxAllowedHosts} hosts`)
      .default([]),
    /** How many calls may be sent with the connection in a time; null for no limit. */
    pace: Pace.nullable().default(null),
  })
  .check((context) => {
    const { baseUrl, allowedHosts } = context.value;
    if (baseUrl || allowedHosts.length > 0) return;
    const message = 'Enter a base URL, or the hosts that calls with this connection may go to';
    context.issues.push({ code: 'custom', path: ['baseUrl'], message, input: baseUrl });
  });
export type ConnectionBasics = z.infer<typeof ConnectionBasics>;

/** Sealed for the names in them, yet public. */
const shownCertificates = new Set(['clientCertificate', 'serverCa']);

/** Lists the fields that screens and responses show masked. User names without a secret and certificates are shown. */
export function listMaskedFields(kind: ConnectionKind, config: Record<string, unknown>): readonly string[] {
  if (kind === 'client_certificate') return ['privateKey', 'passphrase'];
  const isShown = kind === 'basic' && !isUsernameSecret({ password: String(config.password ?? '') });
  return isShown ? ['password'] : secretFields[kind].filter((field) => !shownCertificates.has(field));
}
