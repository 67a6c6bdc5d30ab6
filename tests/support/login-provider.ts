// A provider of others, node-oidc-provider, which is certified for OpenID Connect: people who come to it are signed in and
// say yes to everything.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

type Rows = Map<string, Record<string, unknown>>;

/** What the provider gave, in memory; refresh tokens that were used are known to be. */
class Memory {
  readonly #rows: Rows;
  readonly #kind: string;

  constructor(rows: Rows, kind: string) {
    this.#rows = rows;
    this.#kind = kind;
  }

  async upsert(id: string, payload: object) {
    this.#rows.set(`${this.#kind} ${id}`, { ...payload });
  }

  async find(id: string) {
    return this.#rows.get(`${this.#kind} ${id}`);
  }

  async findByUid(uid: string) {
    return [...this.#rows].find(([key, row]) => key.startsWith(`${this.#kind} `) && row.uid === uid)?.[1];
  }

  async consume(id: string) {
    Object.assign(this.#rows.get(`${this.#kind} ${id}`) ?? {}, { consumed: 1 });
  }

  async destroy(id: string) {
    this.#rows.delete(`${this.#kind} ${id}`);
  }

  async revokeByGrantId(grantId: string) {
    for (const [key, row] of this.#rows) if (row.grantId === grantId) this.#rows.delete(key);
  }
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

export const clientId = 'shop';
export const clientSecret = 'p@ss: w+rd';

/** The person who is signed in at the provider. */
export interface ProviderAccount {
  id: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  name?: string;
}

export interface LoginProvider {
  /** Its issuer: `/auth`, `/token`, and `/me`, which answers whoever brings a token of it. */
  url: string;
  /** Nothing that it gave so far is good any more. */
  forget(): void;
  close(): Promise<void>;
}

interface LoginProviderOptions {
  /** Who is signed in; without one it is `ada`. */
  account?: () => ProviderAccount;
  /** The key by which the client shows who it is, in place of its secret. */
  clientKey?: KeyObject;
  /** Whether the ID token says all of a person; without that only the endpoint for user info does. */
  isIdTokenFull?: boolean;
}

/** Refresh tokens are good once; access tokens live five minutes. */
export async function startLoginProvider(
  redirectUri: string,
  { account = () => ({ id: 'ada' }), clientKey, isIdTokenFull = false }: LoginProviderOptions = {},
): Promise<LoginProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rows: Rows = new Map();
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        ...(clientKey
          ? {
              token_endpoint_auth_method: 'private_key_jwt',
              jwks: { keys: [clientKey.export({ format: 'jwk' })] },
            }
          : { client_secret: clientSecret }),
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
      },
    ],
    adapter: (kind: string) => new Memory(rows, kind),
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['a key for tests'] },
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...account(), sub: accountId }),
    }),
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    conformIdTokenClaims: !isIdTokenFull,
    ttl: { AccessToken: 300, RefreshToken: 86_400, Grant: 86_400, Session: 86_400, Interaction: 600 },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void agree(provider, account(), request, response);
    else answer(request, response);
  });
  return {
    url,
    forget: () => rows.clear(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

/** In the place of a page for login and consent. */
async function agree(
  provider: Provider,
  { id: accountId }: ProviderAccount,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope('openid offline_access email profile');
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId }, consent });
}

/** Signs in at the provider and consents, as a browser would; answers what comes back to us. */
export async function signIn(address: string, appUrl: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let url = address;
  for (let step = 0; step < 20; step += 1) {
    if (url.startsWith(appUrl)) return new URL(url).searchParams;
    const headers = { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
    const answer = await fetch(url, { redirect: 'manual', headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (!next) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`);
    url = new URL(next, url).href;
  }
  throw new Error('The provider sends in circles.');
}
