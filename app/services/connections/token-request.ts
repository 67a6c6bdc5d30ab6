// Requests a token, by oauth4webapi over the one way out: with its guard, its limits and no redirects. The result is a token or
// one line about what was wrong, without the client's secret.
import * as oauth from 'oauth4webapi';
import type { AppContext } from '~/context';
import { isRefreshed } from '~/engine/connections/kinds';
import { createMaskSecrets, type MaskSecrets } from '~/engine/secrets/mask-secrets';
import { assertionGrant, signAssertion } from './assertion';
import { describeShown } from './client-certificate';
import { chooseProof, listProofSecrets } from './client-proof';
import { requestInstallationToken } from './installation-token';
import type { ObtainingConfig, OauthConfig } from './oauth-config';
import { requestRoleCredentials } from './role-credentials';
import { findMessage, readEnd, toStandard } from './token-answer';
import type { NoToken, TokenAnswer } from './token-outcome';
import type { OutboundFailure, OutboundResponse } from '~/outbound/request-response';
import { truncate } from '~/engine/texts/truncate';

/** The grant that entitles to a token. */
export type OAuthGrant =
  | { type: 'client' }
  /** RFC 6749 §6. */
  | { type: 'refresh'; token: string }
  /** RFC 6749 §4.1.3, with the verifier of RFC 7636 §4.5. */
  | { type: 'code'; code: string; redirectUri: string; verifier: string };

const timeoutMs = 15_000;
/** The longest lifetime, a hundred years. A longer one means a token without end, and gives no valid date. */
const maxLifeMs = 100 * 366 * 86_400_000;
const maxAnswerBytes = 64 * 1024;

/** Requests a token with the grant. */
export async function requestToken(
  context: Pick<AppContext, 'outbound' | 'now'>,
  organizationId: string,
  connection: ObtainingConfig,
  grant: OAuthGrant,
): Promise<TokenAnswer> {
  switch (connection.kind) {
    case 'github_app':
      return requestInstallationToken(context, organizationId, connection.config);
    case 'aws_role':
      return requestRoleCredentials(context, organizationId, connection.config);
    default:
      return requestByOauth(context, organizationId, connection, grant);
  }
}

async function requestByOauth(
  { outbound, now }: Pick<AppContext, 'outbound' | 'now'>,
  organizationId: string,
  connection: OauthConfig,
  grant: OAuthGrant,
): Promise<TokenAnswer> {
  const answers: (OutboundResponse | OutboundFailure)[] = [];
  const { kind, config } = connection;
  const { clientId, tokenUrl, sentToken } = config;
  const guardedFetch = async (url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>) => {
    const answer = await outbound.send({
      method: 'POST',
      url,
      headers: Object.entries(init.headers),
      body: init.body.toString(),
      timeoutMs,
      maxBodyBytes: maxAnswerBytes,
      organizationId,
      // Behind slow calls the claim of this request would end, and another process would use the same refresh token.
      skipsLine: true,
      ...describeShown(config, tokenUrl),
    });
    answers.push(answer);
    if (answer.kind === 'failure') throw new Error(answer.message);
    // Response throws when it gets a body for a status that has none.
    if ([204, 205, 304].includes(answer.status)) return new Response(null, { status: answer.status });
    return toStandard(answer, sentToken);
  };
  const server: oauth.AuthorizationServer = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client: oauth.Client = { client_id: clientId };
  const assertion = await signAssertion(connection, now());
  const prove = chooseProof(connection, assertion);
  const mask = createMaskSecrets([...listProofSecrets(connection, assertion), ...listGrantSecrets(grant)]);
  const options = {
    [oauth.customFetch]: guardedFetch,
    // Servers in one's own network may have no certificate. The guard decides which servers may be called.
    [oauth.allowInsecureRequests]: true,
  };
  const ask = async (): Promise<oauth.TokenEndpointResponse> => {
    switch (grant.type) {
      case 'client': {
        const { grantType, parameters } = describeOwnGrant(connection, assertion);
        const answer = await oauth.genericTokenEndpointRequest(
          server,
          client,
          prove,
          grantType,
          parameters,
          options,
        );
        return oauth.processGenericTokenEndpointResponse(server, client, answer);
      }
      case 'refresh': {
        const answer = await oauth.refreshTokenGrantRequest(server, client, prove, grant.token, {
          ...options,
          additionalParameters: listFurther(connection),
        });
        return oauth.processRefreshTokenResponse(server, client, answer);
      }
      case 'code': {
        // The state and the issuer were checked before, see `finishAuthorization`.
        const read = oauth.validateAuthResponse(
          server,
          client,
          new URLSearchParams({ code: grant.code }),
          oauth.expectNoState,
        );
        const { redirectUri, verifier } = grant;
        const answer = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          prove,
          read,
          redirectUri,
          verifier,
          { ...options, additionalParameters: listFurther(connection) },
        );
        return oauth.processAuthorizationCodeResponse(server, client, answer);
      }
    }
  };
  try {
    const token = await ask();
    // It is good only with proofs of a key (RFC 9449), which the API would ask for.
    if (token.token_type === 'dpop') throw new oauth.UnsupportedOperationError('DPoP');
    const { access_token: access, refresh_token: refresh = null, expires_in: seconds } = token;
    // `expires_in` is of the access token; an ID token names its own end (OpenID Connect Core §2).
    const ownEnd = sentToken === 'id' ? readEnd(access) : undefined;
    const lifeMs = ownEnd === undefined ? (seconds ?? Infinity) * 1_000 : ownEnd - now();
    return describe(answers, { kind: 'token', access, refresh, lifeMs: limitLife(lifeMs) });
  } catch (error) {
    const { message, ...rest } = explain(error, answers.at(-1), mask);
    // A client that asks for itself can be refused for good, but there is no person who could grant it again.
    const needsAuthorization = isRefreshed(kind) && rest.needsAuthorization === true;
    return describe(answers, { kind: 'error', message: mask(message), ...rest, needsAuthorization });
  }
}

/** Returns a lifetime in whole milliseconds, as times are stored; null for one without end. */
function limitLife(lifeMs: number): number | null {
  return lifeMs > maxLifeMs ? null : Math.max(Math.floor(lifeMs), 0);
}

function listGrantSecrets(grant: OAuthGrant): string[] {
  if (grant.type === 'refresh') return [grant.token];
  return grant.type === 'code' ? [grant.code, grant.verifier] : [];
}

/** The further parameters of requests with a code or a refresh token. */
function listFurther({ kind, config }: OauthConfig): URLSearchParams {
  return new URLSearchParams(kind === 'oauth2_authorization_code' ? config.tokenExtra : config.extra);
}

/** Returns the grant of a program that asks for itself: RFC 6749 §4.4, RFC 7523 §2.1, or as the provider names it. */
function describeOwnGrant(
  { kind, config }: OauthConfig,
  assertion: string | undefined,
): { grantType: string; parameters: URLSearchParams } {
  const parameters = new URLSearchParams();
  if ('scope' in config && config.scope) parameters.set('scope', config.scope);
  if (kind === 'oauth2_client_credentials' && config.audience) parameters.set('audience', config.audience);
  for (const [name, value] of new URLSearchParams(config.extra)) parameters.append(name, value);
  if (kind === 'oauth2_jwt' && config.use === 'grant') {
    parameters.set('assertion', assertion ?? '');
    return { grantType: assertionGrant, parameters };
  }
  const grantType = parameters.get('grant_type') ?? 'client_credentials';
  parameters.delete('grant_type');
  return { grantType, parameters };
}

function describe(
  answers: (OutboundResponse | OutboundFailure)[],
  outcome: TokenAnswer['outcome'],
): TokenAnswer {
  const last = answers.at(-1);
  return {
    status: last?.kind === 'response' ? last.status : null,
    durationMs: last?.durationMs ?? 0,
    outcome,
  };
}

const maxTextLength = 300;

function explain(
  error: unknown,
  answer: OutboundResponse | OutboundFailure | undefined,
  mask: MaskSecrets,
): Omit<NoToken, 'kind'> {
  if (answer?.kind === 'failure') return { message: answer.message, isFinal: false };
  if (error instanceof oauth.ResponseBodyError) {
    const { error: code, error_description: more } = error;
    const text = more ? `${code}: ${more}` : code;
    // The text is masked before it is cut: half a secret at the cut would not be recognised.
    const message = `The provider refused (HTTP ${answer?.status}): ${truncate(mask(text), maxTextLength)}`;
    const needsAuthorization = grantCodes.has(code);
    return { message, isFinal: needsAuthorization || finalCodes.has(code), needsAuthorization };
  }
  if (answer && answer.status >= 300 && answer.status < 400) {
    return {
      message: `The provider responded with HTTP ${answer.status}, a redirect, which is not followed.`,
      isFinal: false,
    };
  }
  if (answer?.truncated) {
    return { message: 'The provider’s response is longer than 64 KiB.', isFinal: false };
  }
  if (error instanceof oauth.UnsupportedOperationError && answer) {
    return {
      message: 'The provider issued a token of a type that cannot be used as a Bearer token.',
      isFinal: false,
    };
  }
  const status = answer ? `HTTP ${answer.status}, ` : '';
  const said = answer && findMessage(answer);
  return {
    // Masked before it is cut, as above.
    message: `The provider’s response is not a token: ${status}${describeType(answer)}${said === undefined ? '.' : `: ${truncate(mask(said), maxTextLength)}`}`,
    isFinal: false,
  };
}

/** The codes of a grant that is no longer valid (RFC 6749 §5.2), also in the words of GitHub, Slack and Zoho. */
const grantCodes = new Set(['invalid_grant', 'bad_refresh_token', 'invalid_refresh_token', 'invalid_code']);

/** The codes of a wrong client, or one that lacks a right (RFC 6749 §5.2), also in the words of GitHub and Slack. */
const finalCodes = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_grant_type',
  'incorrect_client_credentials',
  'invalid_client_id',
  'bad_client_secret',
]);

function describeType(answer: OutboundResponse | undefined): string {
  const type = answer?.headers.find(([name]) => name === 'content-type')?.[1];
  return type === undefined ? 'without a content type' : truncate(type, maxTextLength);
}
