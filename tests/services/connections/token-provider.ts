import { onTestFinished } from 'vitest';
import { type Received, startTarget, type Target, type TargetHandler } from '../../support/target';

/** A provider whose tokens have numbers, and an API that takes the newest of them alone. */
export interface Provider {
  tokenUrl: string;
  /** The requests for tokens. */
  asked: Received[];
  /** How many tokens were given. */
  given: () => number;
  /** Of the tokens that are given from now on; null: it does not say. */
  seconds: number | null;
  /** What the next requests for tokens get in place of one. */
  answer: TargetHandler | undefined;
  /** The API forgets all tokens that were given. */
  forget(): void;
  api: Target;
}

export async function startProvider(): Promise<Provider> {
  let given = 0;
  let good = '';
  const login = await startTarget((request, response) => {
    if (provider.answer) return provider.answer(request, response);
    given += 1;
    good = `secret-token-${given}`;
    const token = { access_token: good, token_type: 'Bearer', expires_in: provider.seconds ?? undefined };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(token));
  });
  const api = await startTarget((request, response) => {
    const status = request.headers.authorization === `Bearer ${good}` ? 200 : 401;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"you":"are known"}');
  });
  onTestFinished(async () => void (await Promise.all([login.close(), api.close()])));
  const provider: Provider = {
    tokenUrl: `${login.url}/token`,
    asked: login.received,
    given: () => given,
    seconds: 3_600,
    answer: undefined,
    forget: () => void (good = ''),
    api,
  };
  return provider;
}
