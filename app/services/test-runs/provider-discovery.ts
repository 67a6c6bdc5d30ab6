// Reads a provider's metadata (OpenID Connect Discovery 1.0 §4, RFC 8414) through the outbound client.
import { z } from 'zod';
import type { AppContext } from '~/context';
import { findAddressProblem } from '~/engine/connections/config-parts';
import type { OutboundFailure, OutboundResponse } from '~/outbound/request-response';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { parseJsonObject } from '../connections/token-answer';
import { doAsTest } from './limit';

const timeoutMs = 15_000;
const maxAnswerBytes = 64 * 1024;

/** Ways in which a client proves itself, the one that is suggested first in front, and the provider's names for them. */
const clientAuths = ['basic', 'post', 'private_key_jwt', 'none'] as const;
const authMethods: Record<(typeof clientAuths)[number], string> = {
  basic: 'client_secret_basic',
  post: 'client_secret_post',
  private_key_jwt: 'private_key_jwt',
  none: 'none',
};

/** The metadata that a connection uses, by the names of its fields. */
export const Discovered = z.object({
  issuer: z.string(),
  issuerCheck: z.enum(['when_sent', 'always']),
  authorizationUrl: z.string().describe('Empty when it names none.'),
  tokenUrl: z.string(),
  /** RFC 8414 §2. */
  revocationUrl: z.string().describe('Empty when it names none.'),
  clientAuth: z.enum(clientAuths),
});
type Discovered = z.infer<typeof Discovered>;

type Answer = OutboundResponse | OutboundFailure;

/**
 * Asks an issuer, such as `https://login.example.com`, for its addresses. Problems: forbidden, too-many-requests; invalid, for
 * the field `issuer`, when there is no issuer or no usable response.
 */
export async function discoverProvider(
  context: AppContext,
  actor: Actor,
  typed: string,
): Promise<{ kind: 'discovered'; provider: Discovered } | Problem> {
  const refusal = await checkPermission(context.db, actor, 'manage-connections');
  if (refusal) return refusal;
  const issuer = typed.trim();
  const problem = issuer ? findIssuerProblem(issuer) : 'Issuer is required';
  if (problem) return invalid(problem);
  return doAsTest(context, actor, { kind: 'call', permission: 'manage-connections' }, () =>
    ask(context, actor.organizationId, issuer),
  );
}

function findIssuerProblem(issuer: string): string | undefined {
  const example = 'https://login.example.com';
  return issuer.includes('?') ? `Enter a URL like ${example}` : findAddressProblem(issuer, example);
}

function invalid(message: string): Problem {
  return { kind: 'invalid', fields: { issuer: [message] } };
}

async function ask({ outbound }: AppContext, organizationId: string, issuer: string) {
  const read = async (url: string) =>
    readMetadata(
      issuer,
      await outbound.send({
        method: 'GET',
        url,
        headers: [['Accept', 'application/json']],
        timeoutMs,
        maxBodyBytes: maxAnswerBytes,
        organizationId,
      }),
    );
  const { origin, pathname } = new URL(issuer);
  const path = dropSlash(pathname);
  const first = await read(`${origin}${path}/.well-known/openid-configuration`);
  if (first.kind === 'discovered' || !first.isMissing) return first.kind === 'wrong' ? first.problem : first;
  // A server without OpenID Connect has its metadata elsewhere (RFC 8414 §3.1).
  const second = await read(`${origin}/.well-known/oauth-authorization-server${path}`);
  return second.kind === 'wrong' ? second.problem : second;
}

type Read =
  | { kind: 'discovered'; provider: Discovered }
  | {
      kind: 'wrong';
      problem: Problem;
      /** Whether there is nothing at this address. */
      isMissing: boolean;
    };

function wrong(message: string, isMissing = false): Read {
  return { kind: 'wrong', problem: invalid(message), isMissing };
}

function readMetadata(issuer: string, answer: Answer): Read {
  if (answer.kind === 'failure') return wrong(answer.message);
  const { status } = answer;
  if (status >= 300 && status < 400)
    return wrong(`The provider responded with HTTP ${status}, a redirect, which is not followed.`);
  if (status !== 200) return wrong(`The provider responded with HTTP ${status}.`, status === 404);
  if (answer.truncated) return wrong('The provider’s response is longer than 64 KiB.');
  const said = parseJsonObject(answer.body);
  if (!said) return wrong('The provider’s response is not a JSON object.');
  // Otherwise another server's addresses would be used in this provider's name (RFC 8414 §3.3).
  if (typeof said.issuer !== 'string' || dropSlash(said.issuer) !== dropSlash(issuer)) {
    const named = typeof said.issuer === 'string' ? said.issuer.slice(0, 200) : 'no issuer';
    return wrong(`The response describes ${named}. Enter the issuer as the provider writes it.`);
  }
  const [authorizationUrl, tokenUrl] = [said.authorization_endpoint, said.token_endpoint];
  for (const [name, address] of Object.entries({
    token_endpoint: tokenUrl,
    authorization_endpoint: authorizationUrl,
  })) {
    const isOptional = name === 'authorization_endpoint' && address === undefined;
    if (isOptional) continue;
    if (!isAddress(address)) return wrong(`The provider’s response has no ${name} that is a URL.`);
  }
  return {
    kind: 'discovered',
    provider: {
      issuer: said.issuer,
      issuerCheck: said.authorization_response_iss_parameter_supported === true ? 'always' : 'when_sent',
      authorizationUrl: String(authorizationUrl ?? ''),
      tokenUrl: String(tokenUrl),
      revocationUrl: isAddress(said.revocation_endpoint) ? said.revocation_endpoint : '',
      clientAuth: chooseClientAuth(said.token_endpoint_auth_methods_supported),
    },
  };
}

/** A provider that names no methods takes the header (RFC 8414 §2). */
function chooseClientAuth(methods: unknown): Discovered['clientAuth'] {
  const offered = Array.isArray(methods) ? methods : [];
  return clientAuths.find((way) => offered.includes(authMethods[way])) ?? 'basic';
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !findAddressProblem(value, '');
}

function dropSlash(text: string): string {
  return text.replace(/\/$/, '');
}
