// What the handshakes of several senders share: how their request is read, and the forms of an answer.
import { createHmac } from 'node:crypto';
import { isSame } from '~/auth/constant-time';
import { isReflectable } from '~/engine/senders/reflectable';
import type { SignedRequest } from './proof/signed-request';

export interface HandshakeAnswer {
  status: 200 | 204;
  contentType: 'text/plain' | 'application/json';
  body: string;
  headers?: Record<string, string>;
}

export interface HandshakeRequest extends SignedRequest {
  query: URLSearchParams;
  secret: string;
  /** Whether the request proves the secret in the way that deliveries do. */
  isAuthentic: boolean;
}

/** Signs a sender's token by HMAC-SHA256. */
export function sign(token: string, secret: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(token).digest(encoding);
}

/** Returns an address without one parameter of its query; the rest is unchanged. */
export function leaveOut(address: string, name: string): string {
  const [path = '', ...query] = address.split('?');
  const others = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  return others.length > 0 ? `${path}?${others.join('&')}` : path;
}

/** Checks a subscription in Meta's form of WebSub, which Strava also uses. The secret is the token that proves who asks. */
export function isSubscription({ method, query, secret }: HandshakeRequest): boolean {
  return (
    method === 'GET' &&
    query.get('hub.mode') === 'subscribe' &&
    secret !== '' &&
    isSame(query.get('hub.verify_token') ?? '', secret)
  );
}

/** Returns a text as an answer; undefined when it may not be handed back. */
export function textAnswer(value: unknown): HandshakeAnswer | undefined {
  if (!isReflectable(value)) return undefined;
  return { status: 200, contentType: 'text/plain', body: value };
}

/** Returns a JSON answer; undefined when the reflected value may not be handed back. */
export function jsonAnswer(body: object, reflected: unknown): HandshakeAnswer | undefined {
  if (!isReflectable(reflected)) return undefined;
  return { status: 200, contentType: 'application/json', body: JSON.stringify(body) };
}

export function emptyAnswer(): HandshakeAnswer {
  return { status: 200, contentType: 'text/plain', body: '' };
}

/** Reads the body of a POST as a JSON object; an empty object when it is none. */
export function readBody(asked: HandshakeRequest): Record<string, unknown> {
  return asked.method === 'POST' ? readFields(parseJson(asked.body)) : {};
}

/** Reads the body as a JSON list; an empty list when it is none. */
export function readList(asked: HandshakeRequest): unknown[] {
  const value = parseJson(asked.body);
  return Array.isArray(value) ? value : [];
}

/** Takes a JSON value as an object; an empty object when it is none. */
export function readFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Parses JSON of UTF-8; undefined when it is none. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
