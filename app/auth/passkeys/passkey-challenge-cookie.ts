// The challenges that this browser's passkeys were asked to sign, in a signed cookie that is valid for minutes. There may be
// several, because each open page has its own.
import { createCookie } from '@remix-run/node';
import type { Config } from '~/config';
import { createToken, hashToken } from '../token';

const lifetimeSeconds = 10 * 60;

const mostChallenges = 4;

/** What an answer to a challenge does; it does nothing else. */
const purposes = ['login', 'creation', 'proof'] as const;
type ChallengePurpose = (typeof purposes)[number];

export interface PasskeyChallenge {
  /** 256 random bits in base64url. */
  challenge: string;
  purpose: ChallengePurpose;
  /** The session that it is for, by the hash of its token: a passkey is to be made in it, or proves who has it. Null for a login. */
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

/** `sessionToken` is that of the session that it is for; none for a login. */
export function createChallenge(
  purpose: ChallengePurpose,
  sessionToken: string | undefined,
  now: number,
): PasskeyChallenge {
  const sessionHash = hashSession(purpose, sessionToken);
  return { challenge: createToken(), purpose, sessionHash, until: now + lifetimeSeconds * 1000 };
}

/** The one of the challenges that was answered for this purpose, in this session; undefined when none was. */
export function findAnswered(
  challenges: PasskeyChallenge[],
  answered: string | undefined,
  { purpose, sessionToken }: { purpose: ChallengePurpose; sessionToken?: string | undefined },
): PasskeyChallenge | undefined {
  const sessionHash = hashSession(purpose, sessionToken);
  return challenges.find(
    (each) => each.challenge === answered && each.purpose === purpose && each.sessionHash === sessionHash,
  );
}

function hashSession(purpose: ChallengePurpose, sessionToken: string | undefined): string | null {
  return purpose === 'login' ? null : hashToken(sessionToken ?? '');
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
    'purpose' in value &&
    purposes.some((purpose) => purpose === value.purpose) &&
    'sessionHash' in value &&
    (value.sessionHash === null || typeof value.sessionHash === 'string') &&
    'until' in value &&
    typeof value.until === 'number'
  );
}
