import type { AppContext } from '~/context';
import type { LoginCaller } from '~/services/accounts/login';
import { readSessionToken } from '../session';

/** Reads what a login needs to know about its caller: the address, the browser, and the session that the new one replaces. */
export async function readLoginCaller({
  request,
  context: { app, address },
}: {
  request: Request;
  context: { app: AppContext; address: string };
}): Promise<LoginCaller> {
  return {
    address,
    userAgent: request.headers.get('User-Agent'),
    sessionToken: await readSessionToken(app.config, request),
  };
}
