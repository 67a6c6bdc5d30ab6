import { createHash, randomBytes } from 'node:crypto';
import type { Received, TargetHandler } from './target';

/** A target that asks for a proof by Digest (RFC 7616) and checks each that it gets. */
interface DigestTarget {
  handler: TargetHandler;
  /** What each request came to, in order. */
  seen: ('no proof' | 'stale' | 'wrong' | 'right')[];
  /** From now on no nonce that was given is known. */
  forgetNonces(): void;
}

export function createDigestTarget({
  algorithm = 'SHA-256',
  username = 'ada',
  password = 'lovelace-1815',
  qop = 'auth',
}: {
  algorithm?: 'MD5' | 'SHA-256' | 'MD5-sess';
  username?: string;
  password?: string;
  qop?: string;
} = {}): DigestTarget {
  const realm = 'back door';
  const opaque = 'opaque-1';
  const seen: DigestTarget['seen'] = [];
  /** The highest count that came with a nonce. */
  let counts = new Map<string, number>();
  const hash = (...parts: string[]) =>
    createHash(algorithm.startsWith('MD5') ? 'md5' : 'sha256')
      .update(parts.join(':'))
      .digest('hex');

  function judge({ method, url, body, headers }: Received): DigestTarget['seen'][number] {
    const value = headers.authorization;
    if (!value?.startsWith('Digest ')) return 'no proof';
    const given = new Map(
      [...value.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = '', quoted, bare = '']) => [
        name,
        quoted ?? bare,
      ]),
    );
    const get = (name: string) => given.get(name) ?? '';
    const nonce = get('nonce');
    const count = Number.parseInt(get('nc'), 16);
    const highest = counts.get(nonce);
    if (highest === undefined || count <= highest) return 'stale';
    counts.set(nonce, count);
    const plain = hash(username, realm, password);
    const secret = algorithm.endsWith('-sess') ? hash(plain, nonce, get('cnonce')) : plain;
    const what = get('qop') === 'auth-int' ? hash(method, url, hash(body)) : hash(method, url);
    const expected = hash(secret, nonce, get('nc'), get('cnonce'), get('qop'), what);
    const isRight =
      get('response') === expected &&
      get('uri') === url &&
      get('realm') === realm &&
      get('opaque') === opaque;
    return isRight ? 'right' : 'wrong';
  }

  return {
    seen,
    forgetNonces() {
      counts = new Map();
    },
    handler(request, response) {
      const found = judge(request);
      seen.push(found);
      if (found === 'right') {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"in":true}');
        return;
      }
      const nonce = randomBytes(8).toString('base64');
      counts.set(nonce, 0);
      const stale = found === 'stale' ? ', stale=true' : '';
      const asked = `Digest realm="${realm}", nonce="${nonce}", qop="${qop}", opaque="${opaque}", algorithm=${algorithm}${stale}`;
      response.writeHead(401, { 'WWW-Authenticate': ['Basic realm="front door"', asked] }).end('{}');
    },
  };
}
