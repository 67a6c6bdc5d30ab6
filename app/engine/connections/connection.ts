// Credentials that an organization keeps once, for all its integrations: what each kind of them is made of, and which of it
// is secret.
import '../schema/zod-settings';
import { z } from 'zod';
import { AllowedHost, maxAllowedHosts } from '../definition/allowed-host';
import { findBasicProblem, isUsernameSecret } from '../definition/basic-auth';
import { HeaderName, HeaderValue } from '../definition/headers';
import { findHeaderProblem, findUserinfoProblem } from '../http/header-rules';
import { isHttpUrl } from '../placeholders/url-template';
import { describeChoice } from '../schema/choice';
import type { ConnectionKind } from './kinds';

export const connectionLimits = { ofOrganization: 200, name: 100, secret: 8_000 };

/** A value that is sent in a header; no placeholders are filled in. */
function sent(label: string) {
  const { secret } = connectionLimits;
  return z
    .string()
    .trim()
    .max(secret, `${label} must be ${secret} characters or less`)
    .pipe(HeaderValue)
    .default('');
}

function required(label: string) {
  return sent(label).refine((value) => value !== '', `${label} is required`);
}

const Bearer = z.object({ token: required('Token') });

const Basic = z.object({ username: sent('Username'), password: sent('Password') }).check((context) => {
  const { username, password } = context.value;
  const problem =
    username || password ? findBasicProblem(username, password) : 'Username or password is required';
  if (problem) context.issues.push({ code: 'custom', path: ['username'], message: problem, input: username });
});

const places = ['header', 'query'] as const;

const ApiKey = z
  .object({
    in: z.enum(places, { error: describeChoice('The place of the key', places) }).default('header'),
    name: z.string().trim().default(''),
    value: required('Key'),
  })
  .check((context) => {
    const { in: place, name } = context.value;
    const problem = place === 'header' ? findKeyHeaderProblem(name) : findKeyParameterProblem(name);
    if (problem) context.issues.push({ code: 'custom', path: ['name'], message: problem, input: name });
  });

function findKeyHeaderProblem(name: string): string | undefined {
  if (!name) return 'Header name is required';
  return HeaderName.safeParse(name).error?.issues[0]?.message ?? findHeaderProblem(name);
}

function findKeyParameterProblem(name: string): string | undefined {
  if (!name) return 'Parameter name is required';
  return name.length > 200 ? 'Parameter names must be 200 characters or less' : undefined;
}

/** How a client shows the provider who it is (RFC 6749 §2.3.1): in a header, or in the body. */
const clientAuths = ['basic', 'post'] as const;

function option(label: string) {
  return z.string().trim().max(1_000, `${label} must be 1000 characters or less`).default('');
}

function providerAddress(label: string, example: string) {
  return option(label).superRefine((text, context) => {
    const message = findProviderAddressProblem(text, label, example);
    if (message) context.addIssue({ code: 'custom', message });
  });
}

/** RFC 6749 §4.4: a program that signs in for itself. */
const ClientCredentials = z.object({
  tokenUrl: providerAddress('Token address', 'https://login.example.com/token'),
  clientId: required('Client ID'),
  clientSecret: required('Client secret'),
  scope: option('Scope'),
  audience: option('Audience'),
  clientAuth: z
    .enum(clientAuths, { error: describeChoice('The client authentication', clientAuths) })
    .default('basic'),
});

function findProviderAddressProblem(text: string, label: string, example: string): string | undefined {
  if (!text) return `${label} is required`;
  if (!isHttpUrl(text) || /#|\{\{/.test(text)) return `Write an address like ${example}`;
  return findUserinfoProblem(text);
}

const mostExtra = 10;

/** What the request says itself (RFC 6749 §4.1.1, RFC 7636 §4.3). */
const ownParameters = new Set([
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]);

function findExtraProblem(text: string): string | undefined {
  const names = [...new URLSearchParams(text).keys()];
  if (names.length > mostExtra) return `At most ${mostExtra} further parameters may be sent`;
  const own = names.find((name) => ownParameters.has(name));
  if (own !== undefined) return `${own} is sent already`;
  return names.includes('') ? 'Write parameters like access_type=offline&prompt=consent' : undefined;
}

/** RFC 6749 §4.1: a person lets the program act for them. */
const AuthorizationCode = z.object({
  authorizationUrl: providerAddress('Authorization address', 'https://login.example.com/authorize'),
  tokenUrl: providerAddress('Token address', 'https://login.example.com/token'),
  clientId: required('Client ID'),
  clientSecret: required('Client secret'),
  scope: option('Scope'),
  /** As they stand in a query: what else the provider wants to be asked with. */
  extra: option('Further parameters').superRefine((text, context) => {
    const message = findExtraProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  }),
  clientAuth: z
    .enum(clientAuths, { error: describeChoice('The client authentication', clientAuths) })
    .default('basic'),
});

/** What a connection of each kind is made of, secrets in the clear. */
export const configShapes = {
  bearer: Bearer,
  basic: Basic,
  api_key: ApiKey,
  oauth2_client_credentials: ClientCredentials,
  oauth2_authorization_code: AuthorizationCode,
};

export type ConnectionConfig = {
  [Kind in ConnectionKind]: { kind: Kind; config: z.infer<(typeof configShapes)[Kind]> };
}[ConnectionKind];

/** Where the URLs that begin with `/` continue; empty when there is none. A slash at its end is dropped. */
const BaseUrl = z
  .string()
  .trim()
  .max(1_000, 'Base addresses must be 1000 characters or less')
  .transform((text, context) => {
    const problem = findBaseProblem(text);
    if (problem === undefined) return text.replace(/\/+$/, '');
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  })
  .default('');

function findBaseProblem(text: string): string | undefined {
  if (text === '') return undefined;
  if (!isHttpUrl(text)) return 'Write an address like https://api.example.com/v1';
  if (/[?#]|\{\{/.test(text)) return 'A base address has no query, no fragment and no placeholders';
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
  })
  .check((context) => {
    const { baseUrl, allowedHosts } = context.value;
    if (baseUrl || allowedHosts.length > 0) return;
    const message = 'Enter a base address, or the hosts that may get these credentials';
    context.issues.push({ code: 'custom', path: ['baseUrl'], message, input: baseUrl });
  });
export type ConnectionBasics = z.infer<typeof ConnectionBasics>;

/** The fields of a config that are sealed; the rest is stored as it is. */
export const secretFields: Record<ConnectionKind, readonly string[]> = {
  bearer: ['token'],
  basic: ['username', 'password'],
  api_key: ['value'],
  oauth2_client_credentials: ['clientSecret'],
  oauth2_authorization_code: ['clientSecret'],
};

/** Which of them screens and responses show masked: a user name is shown beside a password. */
export function listMaskedFields(kind: ConnectionKind, config: Record<string, unknown>): readonly string[] {
  const isShown = kind === 'basic' && !isUsernameSecret({ password: String(config.password ?? '') });
  return isShown ? ['password'] : secretFields[kind];
}
