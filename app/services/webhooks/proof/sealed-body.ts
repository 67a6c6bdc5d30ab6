// Deliveries with an encrypted body. The secret of the trigger has the key, which the sender encrypts and signs with.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { isSame } from '~/auth/constant-time';
import type { SealedProof } from '~/engine/senders/proof';
import { maxSearchedBytes, parseJson } from './body-fields';
import type { SignedRequest } from './signed-request';
import { readParameter } from './signed-text';
import { isRecent } from './signing-time';

/** Checks the signature and its time; `now` in milliseconds since 1970. */
export function isSealProven(
  request: SignedRequest,
  proof: SealedProof,
  secret: string,
  now: number,
): boolean {
  return (
    isRecent(findSealTime(request, proof), proof.toleranceSeconds, now) && isSealed(request, proof, secret)
  );
}

/** Returns the time that a delivery says it was sent at, as it is written. */
export function findSealTime(
  request: Pick<SignedRequest, 'header' | 'address'>,
  proof: SealedProof,
): string | undefined {
  return proof.by === 'lark' ? request.header('x-lark-request-timestamp') : readTime(request);
}

/** DingTalk may write the name with a capital. */
function readTime(request: Pick<SignedRequest, 'address'>): string | undefined {
  return readParameter(request, 'timestamp') ?? readParameter(request, 'timeStamp');
}

/** Returns the decrypted body; undefined when the signature is not by this secret, or its key decrypts nothing. */
export function openSealedBody(
  request: SignedRequest,
  proof: SealedProof,
  secret: string,
): Buffer | undefined {
  if (!isSealed(request, proof, secret)) return undefined;
  if (proof.by === 'lark') return openLark(request.body, secret);
  return openSealedMessage(request.body, secret)?.text;
}

function isSealed(request: SignedRequest, { by }: SealedProof, secret: string): boolean {
  if (secret === '') return false;
  if (by === 'lark') return isLarkSigned(request, secret);
  const text = readWeChatText(request.body);
  return text !== undefined && isWeChatSigned(request, text, secret, by);
}

/**
 * Encrypts and signs the answer that DingTalk wants, as JSON: without it, DingTalk sends again. The answer is for whom the
 * request is. Returns undefined when this secret does not open the request.
 * https://github.com/open-dingtalk/DingTalk-Callback-Crypto
 */
export function sealForDingTalk(
  request: Pick<SignedRequest, 'address' | 'body'>,
  secret: string,
  answer = 'success',
): string | undefined {
  const keys = readWeChatKeys(secret);
  const message = openSealedMessage(request.body, secret);
  const [timeStamp, nonce] = [readTime(request), readParameter(request, 'nonce')];
  if (!keys || !message || timeStamp === undefined || nonce === undefined) return undefined;
  const encrypted = sealWeChat(answer, message.receiver, keys.key);
  const signature = signWeChat([keys.token, timeStamp, nonce, encrypted]);
  return JSON.stringify({ msg_signature: signature, timeStamp, nonce, encrypt: encrypted });
}

/** Decrypts a message of WeCom, WeChat or DingTalk, whose signature was checked. */
function openSealedMessage(body: Buffer, secret: string): WeChatMessage | undefined {
  const keys = readWeChatKeys(secret);
  return keys && openWeChat(readWeChatText(body) ?? '', keys.key);
}

/** https://open.larksuite.com/document/server-docs/event-subscription-guide/event-subscription-configure-/encrypt-key-encryption-configuration-case */
function isLarkSigned({ header, body }: SignedRequest, encryptKey: string): boolean {
  const [time, nonce] = [header('x-lark-request-timestamp'), header('x-lark-request-nonce')];
  if (time === undefined || nonce === undefined) return false;
  const expected = createHash('sha256').update(`${time}${nonce}${encryptKey}`).update(body).digest('hex');
  return isSame(header('x-lark-signature') ?? '', expected);
}

/** Decrypts a body of Lark, `{"encrypt": "…"}`; undefined for anything that was not encrypted with this key. */
export function openLark(body: Buffer, encryptKey: string): Buffer | undefined {
  const { encrypt } = (parseJson(body.toString('utf8')) ?? {}) as { encrypt?: unknown };
  if (typeof encrypt !== 'string') return undefined;
  const bytes = Buffer.from(encrypt, 'base64');
  const key = createHash('sha256').update(encryptKey).digest();
  return decrypt(bytes.subarray(16), key, bytes.subarray(0, 16), 16);
}

/** Reads `token|EncodingAESKey`; the second is 32 bytes in base64 without padding. Undefined for another secret. */
export function readWeChatKeys(secret: string): { token: string; key: Buffer } | undefined {
  const [, token, text] = /^\s*([\w-]{1,64})\s*\|\s*([A-Za-z0-9+/]{43})\s*$/.exec(secret) ?? [];
  return token === undefined || text === undefined ? undefined : { token, key: Buffer.from(text, 'base64') };
}

/** Returns the encrypted text of a body in XML or JSON, which the signature covers; undefined without exactly one. */
function readWeChatText(body: Buffer): string | undefined {
  if (body.length > maxSearchedBytes) return undefined;
  const text = body.toString('utf8');
  if (/^\s*\{/.test(text)) {
    const { encrypt, Encrypt = encrypt } = (parseJson(text) ?? {}) as Record<string, unknown>;
    return typeof Encrypt === 'string' ? Encrypt : undefined;
  }
  if (!/^\s*<xml>/.test(text) || !/<\/xml>\s*$/.test(text)) return undefined;
  const [found, ...more] = text.matchAll(/<Encrypt>(?:<!\[CDATA\[)?([\w+/=]+)(?:\]\]>)?<\/Encrypt>/g);
  return more.length === 0 ? found?.[1] : undefined;
}

/**
 * Checks `msg_signature` of the query, which covers the time, the nonce and an encrypted text. DingTalk may name it
 * `signature`. https://developer.work.weixin.qq.com/document/path/90968
 */
export function isWeChatSigned(
  request: Pick<SignedRequest, 'address'>,
  encrypted: string,
  secret: string,
  by: SealedProof['by'] = 'wechat',
): boolean {
  const keys = readWeChatKeys(secret);
  const [time, nonce] = [readTime(request), readParameter(request, 'nonce')];
  if (!keys || time === undefined || nonce === undefined) return false;
  const other = by === 'dingtalk' ? readParameter(request, 'signature') : undefined;
  const given = readParameter(request, 'msg_signature') ?? other ?? '';
  return isSame(given, signWeChat([keys.token, time, nonce, encrypted]));
}

function signWeChat(parts: string[]): string {
  return createHash('sha1').update(parts.toSorted().join('')).digest('hex');
}

interface WeChatMessage {
  text: Buffer;
  /** The id of the app or company that the message is for. */
  receiver: Buffer;
}

/**
 * Decrypts a text of WeCom, WeChat or DingTalk: 16 random bytes, the length of the message in 4 bytes, the message, and the
 * receiver's id, which is not compared: nobody else has the key.
 */
export function openWeChat(encrypted: string, key: Buffer): WeChatMessage | undefined {
  const plain = decrypt(Buffer.from(encrypted, 'base64'), key, key.subarray(0, 16), 32);
  if (plain === undefined || plain.length < 20) return undefined;
  const end = 20 + plain.readUInt32BE(16);
  return end > plain.length ? undefined : { text: plain.subarray(20, end), receiver: plain.subarray(end) };
}

/** Encrypts a text in the form that {@link openWeChat} reads, in base64. */
function sealWeChat(message: string, receiver: Buffer, key: Buffer): string {
  const text = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([randomBytes(16), length, text, receiver]);
  const padding = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([plain, Buffer.alloc(padding, padding)]);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
}

/** Decrypts AES-256-CBC. The last byte says how many bytes of padding there are (RFC 5652 §6.3), at most `block`. */
function decrypt(bytes: Buffer, key: Buffer, iv: Buffer, block: number): Buffer | undefined {
  if (bytes.length === 0 || bytes.length % 16 !== 0 || iv.length !== 16) return undefined;
  const decipher = createDecipheriv('aes-256-cbc', key, iv).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const padding = plain.at(-1) ?? 0;
  const isPadded = padding >= 1 && padding <= block && padding <= plain.length;
  return isPadded ? plain.subarray(0, plain.length - padding) : undefined;
}
