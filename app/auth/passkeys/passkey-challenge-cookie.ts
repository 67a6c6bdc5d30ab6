// What was given to a browser's passkeys to sign: in a signed cookie, for minutes. Several at a time, for each open page has its own.
import { createCookie } from '@remix-run/node';
import type { Config } from '~/config';
import { createToken } from '../token';

const lifetimeSeconds = 10 * 60;

const mostChallenges = 4;

export interface PasskeyChallenge {
  /** 256 random bits in base64url. */
  challenge: string;
  /** The session that it is for, by the hash of its token: a passkey is to be made in it. Null for a login. */
  sessionHash: string | null;
  /** Until when, in milliseconds since 1970. */
  until: number;
}

function challengeCookie(config: Config) {
  return createCookie('passkey_challenge', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.appUrl.startsWith('https:'),
    secrets: [config.sessionSecret],
  });
}

export function createChallenge(sessionHash: string | null, now: number): PasskeyChallenge {
  return { challenge: createToken(), sessionHash, until: now + lifetimeSeconds * 1000 };
}

/** The `Set-Cookie` value that adds one to those of the request. */
export async function serializeChallenge(
  config: Config,
  request: Request,
  challenge: PasskeyChallenge,
  now: number,
): Promise<string> {
  const others = await readChallenges(config, request, now);
  const kept = [challenge, ...others].slice(0, mostChallenges);
  return challengeCookie(config).serialize(kept, { maxAge: lifetimeSeconds });
}

/** The `Set-Cookie` value that forgets them. */
export function clearChallenges(config: Config): Promise<string> {
  return challengeCookie(config).serialize('', { maxAge: 0 });
}

/** Those of the request that are not over, the newest first. */
export async function readChallenges(
  config: Config,
  request: Request,
  now: number,
): Promise<PasskeyChallenge[]> {
  const value: unknown = await challengeCookie(config).parse(request.headers.get('Cookie'));
  return Array.isArray(value) ? value.filter(isChallenge).filter(({ until }) => until > now) : [];
}

/** The signature says that it is ours; another version may have meant something else by the name. */
function isChallenge(value: unknown): value is PasskeyChallenge {
  return (
    typeof value === 'object' &&
    value !== null &&
    'challenge' in value &&
    typeof value.challenge === 'string' &&
    'sessionHash' in value &&
    (value.sessionHash === null || typeof value.sessionHash === 'string') &&
    'until' in value &&
    typeof value.until === 'number'
  );
}
