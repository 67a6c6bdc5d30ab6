// Browsers that signed in to an account before (OWASP's device cookies). The cookie gives one right only: its login attempts are
// counted separately from those of others who type the same email. So strangers who try passwords cannot lock the owner out.
import { createCookie } from '@remix-run/node';
import type { Config } from '~/config';
import { createToken } from '../token';

export interface KnownDevice {
  /** Random; names the browser and nothing else. */
  id: string;
  /** The accounts that were signed in to, the newest first. */
  userIds: string[];
}

const yearSeconds = 365 * 24 * 60 * 60;

/** More accounts of one browser are forgotten: the cookie stays small. */
const mostAccounts = 10;

function deviceCookie(config: Config) {
  return createCookie('known_device', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
    secrets: [config.sessionSecret],
    maxAge: yearSeconds,
  });
}

/** What the request's browser is known by; undefined when it never signed in, or when the cookie is not ours. */
export async function readKnownDevice(config: Config, request: Request): Promise<KnownDevice | undefined> {
  const value: unknown = await deviceCookie(config).parse(request.headers.get('Cookie'));
  return isKnownDevice(value) ? value : undefined;
}

/** The `Set-Cookie` value by which a browser is known to one more account, for a year. */
export async function serializeDeviceCookie(
  config: Config,
  request: Request,
  userId: string,
): Promise<string> {
  const former = await readKnownDevice(config, request);
  const others = former?.userIds.filter((each) => each !== userId) ?? [];
  const device: KnownDevice = {
    id: former?.id ?? createToken(),
    userIds: [userId, ...others].slice(0, mostAccounts),
  };
  return deviceCookie(config).serialize(device);
}

/** The signature says that it is ours; an older version may have meant something else by the name. */
function isKnownDevice(value: unknown): value is KnownDevice {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'userIds' in value &&
    Array.isArray(value.userIds)
  );
}
