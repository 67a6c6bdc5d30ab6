// A provider of others, node-oidc-provider, which is certified for OpenID Connect: people who come to it are signed in and
// say yes to everything.
import { generateKeyPairSync } from 'node:crypto';
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

export interface LoginProvider {
  /** Its issuer: `/auth`, `/token`, and `/me`, which answers whoever brings a token of it. */
  url: string;
  /** Nothing that it gave so far is good any more. */
  forget(): void;
  close(): Promise<void>;
}

/** Refresh tokens are good once; access tokens live five minutes. */
export async function startLoginProvider(redirectUri: string): Promise<LoginProvider> {
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
        client_secret: clientSecret,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
      },
    ],
    adapter: (kind: string) => new Memory(rows, kind),
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['a key for tests'] },
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    ttl: { AccessToken: 300, RefreshToken: 86_400, Grant: 86_400, Session: 86_400, Interaction: 600 },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void agree(provider, request, response);
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
async function agree(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const grant = new provider.Grant({ accountId: 'ada', clientId });
  grant.addOIDCScope('openid offline_access');
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId: 'ada' }, consent });
}
