// The challenges that this browser's passkeys were asked to sign, in a signed cookie that is valid for minutes. There may be
// several, because each open page has its own.
import { createCookie } from '@remix-run/node';
import type { Config } from '~/config';
import { createToken, hashToken } from '../token';

const lifetimeSeconds = 10 * 60;

const maxChallenges = 4;

/** The purpose of a challenge; an answer to it is accepted for no other. */
const purposes = ['login', 'creation', 'proof'] as const;
type ChallengePurpose = (typeof purposes)[number];

export interface PasskeyChallenge {
  /** 256 random bits in base64url. */
  challenge: string;
  purpose: ChallengePurpose;
  /** The hash of the token of the session in which a passkey is made or proves who has it; null for a login. */
  sessionHash: string | null;
  /** The end of its validity, in milliseconds since 1970. */
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

/** `sessionToken`: the token of the session that the challenge is for; undefined for a login. */
export function createChallenge(
  purpose: ChallengePurpose,
  sessionToken: string | undefined,
  now: number,
): PasskeyChallenge {
  const sessionHash = hashSession(purpose, sessionToken);
  return { challenge: createToken(), purpose, sessionHash, until: now + lifetimeSeconds * 1000 };
}

/** Finds the challenge that was answered, among those for this purpose and session; undefined when there is none. */
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

/** Returns the `Set-Cookie` value that adds a challenge to those of the request. */
export async function serializeChallenge(
  config: Config,
  request: Request,
  challenge: PasskeyChallenge,
  now: number,
): Promise<string> {
  const others = await readChallenges(config, request, now);
  const kept = [challenge, ...others].slice(0, maxChallenges);
  return challengeCookie(config).serialize(kept, { maxAge: lifetimeSeconds });
}

/** Returns the `Set-Cookie` value that deletes all challenges. */
export function clearChallenges(config: Config): Promise<string> {
  return challengeCookie(config).serialize('', { maxAge: 0 });
}

/** Reads the request's challenges that are still valid, newest first. */
export async function readChallenges(
  config: Config,
  request: Request,
  now: number,
): Promise<PasskeyChallenge[]> {
  const value: unknown = await challengeCookie(config).parse(request.headers.get('Cookie'));
  return Array.isArray(value) ? value.filter(isChallenge).filter(({ until }) => until > now) : [];
}

/** The signature proves that this server wrote the cookie, but another version may have given it another form. */
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
