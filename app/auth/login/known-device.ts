// Browsers that signed in to an account before (OWASP's device cookies). The cookie gives one right only: its login attempts
// are counted separately from those of others who type the same email. So strangers who try passwords cannot lock the owner
// out.
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

/** The most accounts that one browser is known for; older ones are dropped to keep the cookie small. */
const maxAccounts = 10;

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

/** Reads the browser's cookie; undefined when it never signed in, or when another server signed the cookie. */
export async function readKnownDevice(config: Config, request: Request): Promise<KnownDevice | undefined> {
  const value: unknown = await deviceCookie(config).parse(request.headers.get('Cookie'));
  return isKnownDevice(value) ? value : undefined;
}

/** Returns the `Set-Cookie` value that makes the browser known for one more account, for a year. */
export async function serializeDeviceCookie(
  config: Config,
  request: Request,
  userId: string,
): Promise<string> {
  const former = await readKnownDevice(config, request);
  const others = former?.userIds.filter((each) => each !== userId) ?? [];
  const device: KnownDevice = {
    id: former?.id ?? createToken(),
    userIds: [userId, ...others].slice(0, maxAccounts),
  };
  return deviceCookie(config).serialize(device);
}

/** The signature proves that this server wrote the cookie, but an older version may have given it another form. */
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
