// Logs in with an OpenID provider: OpenID Connect Core 1.0, section 3.1 (code flow), with PKCE (RFC 7636), by oauth4webapi over
// the one way out. The provider's metadata is read for each login: logins are rare, and nothing can be out of date.
import * as oauth from 'oauth4webapi';
import type { ClaimedIdentity, SingleSignOnAttempt } from '~/auth/login/single-sign-on-cookies';
import type { AppContext } from '~/context';
import { problems } from '~/problem';
import type { SingleSignOn } from '~/setting-groups';
import { countSingleSignOn } from '../../limits/account-limits';
import { lacksClaims, readIdentity } from './claims';
import { createProviderFetch, UnreachableProvider } from './provider-fetch';

/** How far the clocks of the two servers may differ. */
const toleranceSeconds = 60;

/** The limit of OpenID Connect Core 1.0, section 2. */
const maxSubjectLength = 255;

/** The outcome of a failed login. The message is a sentence or two for the person, without internal causes. */
export interface SingleSignOnFailed {
  kind: 'failed';
  message: string;
  /** Set where the person was refused for the count of their attempts, not for what the provider said. */
  cause?: 'too-many-logins';
  /** Whether it was the response to another attempt of this browser, so that the one of the cookie goes on. */
  isOfOther?: true;
}

/** Returns the URL that the provider sends people back to, as it is registered there. */
export function readCallbackUrl({ config }: Pick<AppContext, 'config'>): string {
  return `${config.appUrl}/login/sso/callback`;
}

/** Returns the URL at the provider that the browser opens, and what the browser has to bring back. */
export async function beginSingleSignOn(
  context: AppContext,
  provider: SingleSignOn,
  { returnTo, connectTo, proves }: Pick<SingleSignOnAttempt, 'returnTo' | 'connectTo' | 'proves'>,
  networkAddress: string,
): Promise<{ kind: 'begun'; address: string; attempt: SingleSignOnAttempt } | SingleSignOnFailed> {
  if (countSingleSignOn(context, 'there', networkAddress) > 0) return refuseMore();
  try {
    const { server } = await discover(context, provider);
    const attempt = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
      returnTo,
      connectTo,
      proves,
    };
    const address = readEndpoint(provider, server.authorization_endpoint);
    const parameters = {
      response_type: 'code',
      client_id: provider.clientId,
      redirect_uri: readCallbackUrl(context),
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...(proves && { max_age: '0', prompt: chooseFreshPrompt(provider) }),
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return { kind: 'begun', address: address.href, attempt };
  } catch (error) {
    return explain(context, provider, error);
  }
}

/** Finds who came back. `query` is that of the URL they came back to. Requests nothing for another attempt's `state`. */
export async function finishSingleSignOn(
  context: AppContext,
  provider: SingleSignOn,
  attempt: SingleSignOnAttempt,
  query: URLSearchParams,
  networkAddress: string,
): Promise<{ kind: 'identity'; identity: ClaimedIdentity } | SingleSignOnFailed> {
  if (query.get('state') !== attempt.state) {
    const message =
      'You started another login since then, perhaps in another tab, so this one no longer counts. Log in again.';
    return { kind: 'failed', message, isOfOther: true };
  }
  if (countSingleSignOn(context, 'back', networkAddress) > 0) return refuseMore();
  try {
    const { server, options } = await discover(context, provider);
    const client: oauth.Client = {
      client_id: provider.clientId,
      [oauth.clockTolerance]: toleranceSeconds,
    };
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      chooseProof(server, provider),
      oauth.validateAuthResponse(server, client, query, attempt.state),
      readCallbackUrl(context),
      attempt.verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: attempt.nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, answer, options);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (!claims) throw new Error('The provider sent no ID token.');
    // An empty subject would be the same for everybody.
    if (claims.sub.trim() === '' || claims.sub.length > maxSubjectLength) {
      throw new Error(`The provider names a person by a subject of ${claims.sub.length} characters.`);
    }
    const more =
      lacksClaims(provider, claims) && server.userinfo_endpoint
        ? await oauth.processUserInfoResponse(
            server,
            client,
            claims.sub,
            await oauth.userInfoRequest(server, client, tokens.access_token, options),
          )
        : undefined;
    const stale = findStaleness(provider, attempt, claims.auth_time);
    if (stale !== undefined) return { kind: 'failed', message: stale };
    const identity = readIdentity(provider, claims, more);
    return identity
      ? { kind: 'identity', identity }
      : { kind: 'failed', message: `${provider.name} named no email address of yours.` };
  } catch (error) {
    return explain(context, provider, error);
  }
}

function refuseMore(): SingleSignOnFailed {
  const cause = 'too-many-logins';
  return { kind: 'failed', message: problems[cause].message, cause };
}

/** The prompt for a new login (OpenID Connect Core 1.0, section 3.1.2.1). Google refuses `login`, which it does not know. */
function chooseFreshPrompt({ issuer }: SingleSignOn): string {
  return issuer === 'https://accounts.google.com' ? 'select_account' : 'login';
}

/**
 * Says why a login at the provider proves nothing: it is older, or the provider does not give its time, as it must where
 * `max_age` is asked for (OpenID Connect Core 1.0, sections 2 and 3.1.2.1). Undefined when it is a proof, or need not be one.
 */
function findStaleness(
  { name }: SingleSignOn,
  { proves }: SingleSignOnAttempt,
  loggedInAtSeconds: number | undefined,
): string | undefined {
  if (!proves) return undefined;
  if (loggedInAtSeconds === undefined) {
    return `${name} does not say when you logged in there, so it cannot confirm that it is you. Use a passkey or a password.`;
  }
  return loggedInAtSeconds + toleranceSeconds < proves.since / 1000
    ? `${name} did not ask you to log in again, which is needed here.`
    : undefined;
}

async function discover(context: AppContext, { issuer }: SingleSignOn) {
  const options = {
    [oauth.customFetch]: createProviderFetch(context.outbound),
    // A provider in one's own network may have no certificate. The secret of a provider with one is sent over TLS only.
    [oauth.allowInsecureRequests]: mayBePlain({ issuer }),
  };
  const url = new URL(issuer);
  const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
  return { server, options };
}

function mayBePlain({ issuer }: Pick<SingleSignOn, 'issuer'>): boolean {
  return new URL(issuer).protocol === 'http:';
}

/** Reads where the browser goes: a web page, over TLS where the provider has it. */
function readEndpoint(provider: SingleSignOn, url: string | undefined): URL {
  if (!url) throw new Error('The provider names no authorization endpoint.');
  const endpoint = new URL(url);
  if (endpoint.protocol === 'https:' || (endpoint.protocol === 'http:' && mayBePlain(provider)))
    return endpoint;
  throw new Error(
    `The provider names an authorization endpoint that is not to be opened: ${endpoint.protocol}`,
  );
}

/** Chooses how to authenticate: Basic where the provider says nothing (OpenID Connect Discovery 1.0, section 3). */
function chooseProof(server: oauth.AuthorizationServer, { clientSecret }: SingleSignOn): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}

/** Writes the cause to the log for the operator. The message tells a stranger at the login nothing internal. */
function explain({ log }: AppContext, { issuer, name }: SingleSignOn, error: unknown): SingleSignOnFailed {
  if (error instanceof oauth.AuthorizationResponseError) {
    log.info({ issuer, reason: error.error }, 'single sign-on was refused by the provider');
    const message =
      error.error === 'access_denied'
        ? `${name} was not allowed to log you in.`
        : `${name} could not log you in.`;
    return { kind: 'failed', message };
  }
  // The provider's own code, such as invalid_client (RFC 6749, section 5.2), which the error's message does not name.
  const reason = error instanceof oauth.ResponseBodyError ? error.error : undefined;
  log.warn({ issuer, reason, err: error }, 'single sign-on failed');
  const message =
    error instanceof UnreachableProvider
      ? `${name} cannot be reached at the moment. Try again in a while.`
      : `${name} did not confirm who you are. Try again; if it stays like this, ask the people who run this installation.`;
  return { kind: 'failed', message };
}
