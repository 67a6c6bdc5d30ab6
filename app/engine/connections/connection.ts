// Credentials that an organization keeps once, for all its integrations: what each kind of them is made of, and which of it
// is secret.
import '../schema/zod-settings';
import { z } from 'zod';
import { AllowedHost, maxAllowedHosts } from '../definition/allowed-host';
import { isUsernameSecret } from '../definition/basic-auth';
import { findUserinfoProblem } from '../http/header-rules';
import { isHttpUrl } from '../placeholders/url-template';
import { AwsRole } from './aws-role-config';
import { ClientCertificate } from './certificate-config';
import { Digest } from './digest-config';
import { ApiKey, AwsSigv4, Basic, Bearer } from './fixed-configs';
import { GithubApp } from './github-app-config';
import { Hmac } from './hmac-config';
import { SignedJwt } from './jwt-config';
import type { ConnectionKind } from './kinds';
import { Oauth1 } from './oauth1-config';
import { AuthorizationCode, ClientCredentials, JwtAssertion } from './oauth-configs';
import { Pace } from './pace';
import { secretFields } from './secret-fields';

export const connectionLimits = { ofOrganization: 200, name: 100 };

/** What a connection of each kind is made of, secrets in the clear. */
export const configShapes = {
  bearer: Bearer,
  basic: Basic,
  digest: Digest,
  api_key: ApiKey,
  oauth2_client_credentials: ClientCredentials,
  oauth2_authorization_code: AuthorizationCode,
  oauth2_jwt: JwtAssertion,
  github_app: GithubApp,
  signed_jwt: SignedJwt,
  oauth1: Oauth1,
  hmac: Hmac,
  aws_sigv4: AwsSigv4,
  aws_role: AwsRole,
  client_certificate: ClientCertificate,
};

export type ConnectionConfig = {
  [Kind in ConnectionKind]: { kind: Kind; config: z.infer<(typeof configShapes)[Kind]> };
}[ConnectionKind];

/** Where the URLs that begin with `/` continue; empty when there is none. A slash at its end is dropped. */
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

/** Everything of a connection but its kind and what that needs. */
export const ConnectionBasics = z
  .object({
    name: z
      .string({ error: 'Connection name is required' })
      .trim()
      .min(1, 'Connection name is required')
      .max(connectionLimits.name, `Connection name must be ${connectionLimits.name} characters or less`),
    baseUrl: BaseUrl,
    allowedHosts: z
      .array(AllowedHost)
      .max(maxAllowedHosts, `A connection may list at most ${maxAllowedHosts} hosts`)
      .default([]),
    /** How many calls may be sent with it in a time; null for as many as there are. */
    pace: Pace.nullable().default(null),
  })
  .check((context) => {
    const { baseUrl, allowedHosts } = context.value;
    if (baseUrl || allowedHosts.length > 0) return;
    const message = 'Enter a base URL, or the hosts that may receive these credentials';
    context.issues.push({ code: 'custom', path: ['baseUrl'], message, input: baseUrl });
  });
export type ConnectionBasics = z.infer<typeof ConnectionBasics>;

/** Which secret fields screens and responses show masked: a user name is shown beside a password, and a certificate beside its key. */
export function listMaskedFields(kind: ConnectionKind, config: Record<string, unknown>): readonly string[] {
  if (kind === 'client_certificate') return ['privateKey', 'passphrase'];
  const isShown = kind === 'basic' && !isUsernameSecret({ password: String(config.password ?? '') });
  return isShown ? ['password'] : secretFields[kind];
}
