// App Store Server Notifications of version 2: the field `signedPayload` is a token that carries its certificates.
// https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv2decodedpayload; checked as in Apple's own
// library (app-store-server-library-node, `jws_verification.ts`).
import { X509Certificate } from 'node:crypto';
import { isSame } from '~/auth/constant-time';
import { isWithinBounds } from './sender-key';
import type { SignedRequest } from './signed-request';
import { findSignedToken, isSignedByAny, type SignedToken } from './token-proof';

/** SHA-256 of Apple Root CA - G3 (https://www.apple.com/certificateauthority/). */
const appleRoot =
  '63:34:3A:BF:B8:9A:6A:03:EB:B5:7E:9B:3F:5F:A7:BE:7C:4F:5C:75:6F:30:17:B3:A8:C4:88:C3:65:3E:91:79';

/** The extensions by which Apple marks certificates for this purpose, as DER names: the signer's, and its issuer's. */
const [signerMark, issuerMark] = [
  // 1.2.840.113635.100.6.11.1
  Buffer.from('060a2a864886f76364060b01', 'hex'),
  // 1.2.840.113635.100.6.2.1
  Buffer.from('060a2a864886f76364060201', 'hex'),
];

/**
 * Checks whether a notification comes from Apple and is about the app with this bundle ID. `now` in milliseconds since 1970;
 * `root`: the fingerprint of the trusted certificate.
 */
export function isFromAppStore(
  request: SignedRequest,
  bundleId: string,
  now: number,
  root: string = appleRoot,
): boolean {
  const token = findSignedToken(request, { header: '', path: 'signedPayload' });
  // The cheap checks come first.
  if (!token || bundleId === '' || token.head.crit !== undefined || !isAbout(token, bundleId)) return false;
  if (!isOfNow(token, now)) return false;
  const signer = readSigner(token, now, root);
  return signer !== undefined && isSignedByAny(token, [signer]);
}

const hourMs = 60 * 60_000;

/**
 * Apple retries five times, 1, 12, 24, 48 and 72 hours after the attempt before: 157 hours in all ("Responding to App Store
 * Server Notifications"). Clock differences and transport may take another hour.
 */
const [maxAgeMs, maxAheadMs] = [158 * hourMs, hourMs];

/** Checks whether Apple may still send a notification with this `signedDate`, in milliseconds since 1970. */
function isOfNow({ claims: { signedDate } }: SignedToken, now: number): boolean {
  return typeof signedDate === 'number' && now - signedDate <= maxAgeMs && signedDate - now <= maxAheadMs;
}

/** The objects of a notification that name an app; a notification has one of them. */
const parts = ['data', 'summary', 'externalPurchaseToken', 'appData'];

function isAbout({ claims }: SignedToken, bundleId: string): boolean {
  const named = parts.flatMap((part) => {
    const value = Object.hasOwn(claims, part) ? (claims[part] as { bundleId?: unknown } | null) : undefined;
    return value?.bundleId ?? [];
  });
  return named.length > 0 && named.every((each) => typeof each === 'string' && isSame(each, bundleId));
}

/** Returns the key of the first of three certificates. Each is issued by the next, and the last is the trusted one. */
function readSigner({ head: { x5c, alg, kid } }: SignedToken, now: number, root: string) {
  if (!Array.isArray(x5c) || x5c.length !== 3 || alg !== 'ES256') return undefined;
  try {
    const [leaf, issuer, top] = x5c.map((text) => new X509Certificate(Buffer.from(String(text), 'base64')));
    if (!leaf || !issuer || !top || top.fingerprint256 !== root) return undefined;
    const isMarked = leaf.raw.includes(signerMark) && issuer.raw.includes(issuerMark);
    // Checked from the trusted certificate downwards, so that no key of a stranger is used.
    const isChain = isIssuedBy(issuer, top) && isIssuedBy(leaf, issuer) && !leaf.ca;
    const isValid = [leaf, issuer, top].every((each) => isValidAt(each, now));
    if (!isMarked || !isChain || !isValid || !isWithinBounds(leaf.publicKey)) return undefined;
    return { key: leaf.publicKey, kid: typeof kid === 'string' ? kid : undefined };
  } catch {
    return undefined;
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValidAt({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}
