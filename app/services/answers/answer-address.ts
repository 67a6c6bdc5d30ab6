// Makes the URL that answers the wait before a call of an execution. Its token is proved and not stored, so that a run can send
// it before it waits, and again when it is claimed after a crash.
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { isSame } from '~/auth/constant-time';
import type { AppKeys } from '~/auth/secret-box';
import type { Config } from '~/config';
import type { WaitKey } from '~/db/executions/queue/wait-answers';

/** Derives the key by RFC 5869. */
function deriveKey(appKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', appKey, '', 'answers to waits', 32));
}

/** Signs with 192 bits (RFC 2104), in hex: some mail programs take other characters at the end of a URL for punctuation. */
function sign(appKey: Buffer, named: string): string {
  return createHmac('sha256', deriveKey(appKey)).update(named).digest('hex').slice(0, 48);
}

const pattern = /^([\w-]{1,64}\.[\w-]{1,300})\.([\da-f]{48})$/;

/** Returns `<execution>.<call in base64url>.<proof>`. */
export function makeAnswerToken(
  { appKey }: Pick<Config, 'appKey'>,
  { executionId, callId }: WaitKey,
): string {
  const named = `${executionId}.${Buffer.from(callId).toString('base64url')}`;
  return `${named}.${sign(appKey, named)}`;
}

export function makeAnswerAddress(config: Pick<Config, 'appKey' | 'appUrl'>, key: WaitKey) {
  const token = makeAnswerToken(config, key);
  return { url: `${config.appUrl}/answer/${token}`, secret: token };
}

/** Reads the wait that one of our tokens is for; undefined for other tokens. While keys change, the former key counts, too. */
export function readAnswerToken({ appKey, otherAppKey }: AppKeys, token: string): WaitKey | undefined {
  const [, named = '', proof = ''] = pattern.exec(token) ?? [];
  const keys = otherAppKey ? [appKey, otherAppKey] : [appKey];
  const proofs = keys.map((key) => isSame(sign(key, named), proof));
  const [executionId, callId] = named.split('.');
  if (!proofs.includes(true) || !executionId || !callId) return undefined;
  return { executionId, callId: Buffer.from(callId, 'base64url').toString() };
}

/** Returns the hash by which a token is found that no key can prove any more, for example after another APP_KEY. */
export function hashAnswerToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
