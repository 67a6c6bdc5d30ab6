// Checks a client certificate by reading it: whether its key fits, and until when it is valid.
import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import {
  type ClientCertificate,
  noCertificate,
  noClientKey,
  readShownCertificate,
  type ShownCertificate,
} from '~/engine/connections/certificate-config';
import { noPrivateKey } from '~/engine/connections/config-parts';
import { Time } from '~/engine/schema/response-fields';
import type { OutboundRequest } from '~/outbound/request-response';
import { findCostProblem, findOpenedCostProblem } from './signing/key-cost';

/** The facts about a certificate that are shown; the time is in ISO 8601. */
export const CertificateFacts = z.object({
  /** The subject of the certificate, such as `CN=shop`. */
  subject: z.string(),
  validUntil: Time,
  isExpired: z.boolean(),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

/** Finds the problems of a certificate, by field; empty when it can be used. */
export function findCertificateProblems(config: ClientCertificate): Record<string, string> {
  const certificate = readCertificate(config.certificate);
  if (!certificate) return { certificate: noCertificate };
  const costly = findCostProblem(config.privateKey);
  if (costly) return { privateKey: costly === noPrivateKey ? noClientKey : costly };
  const key = readKey(config);
  if (typeof key === 'string') return config.passphrase ? { passphrase: key } : { privateKey: key };
  const unfit = findOpenedCostProblem(key);
  if (unfit) return { privateKey: unfit };
  if (!certificate.checkPrivateKey(key)) return { privateKey: 'This key is not that of the certificate' };
  const unread = findAuthorityProblem(config.ca);
  if (unread) return { ca: unread };
  return isUsable(config)
    ? {}
    : { certificate: 'This certificate cannot be used: see that each one of it is whole' };
}

/** Explains why the authorities of a server cannot be read; undefined when they can, or there are none. */
export function findAuthorityProblem(ca: string): string | undefined {
  return ca && !readCertificate(ca) ? noCertificate : undefined;
}

/** Describes the first certificate of a PEM text; undefined when it cannot be read. */
export function describeCertificate(pem: string, now: number): CertificateFacts | undefined {
  const certificate = readCertificate(pem);
  if (!certificate) return undefined;
  const validUntil = Date.parse(certificate.validTo);
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    validUntil: new Date(validUntil).toISOString(),
    isExpired: validUntil <= now,
  };
}

/** Returns what shows a config's certificate to the host of `url` alone; nothing when the config has none. */
export function describeShown(
  config: Partial<ShownCertificate>,
  url: string,
): Pick<OutboundRequest, 'connection'> {
  const clientCertificate = readShownCertificate(config);
  if (!clientCertificate) return {};
  const hosts = [new URL(url).host];
  return { connection: { hosts, allowsHttp: false, headers: [], clientCertificate } };
}

/** Checks whether an unencrypted private key belongs to the first certificate. */
export function isKeyOf(certificate: string, privateKey: string): boolean {
  const read = readCertificate(certificate);
  const key = readKey({ privateKey, passphrase: '' });
  return read !== undefined && typeof key !== 'string' && read.checkPrivateKey(key);
}

/** Returns the SHA-256 hash of the first certificate as base64url (RFC 7515 §4.1.8). */
export function findThumbprint(certificate: string): string {
  return createHash('sha256').update(new X509Certificate(certificate).raw).digest('base64url');
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Returns the key, or the reason why it cannot be read. */
function readKey({
  privateKey,
  passphrase,
}: Pick<ClientCertificate, 'privateKey' | 'passphrase'>): KeyObject | string {
  try {
    return createPrivateKey({ key: privateKey, ...(passphrase && { passphrase }) });
  } catch {
    if (passphrase) return 'This passphrase does not open the private key';
    return /ENCRYPTED/.test(privateKey) ? 'This key is encrypted: enter its passphrase' : noClientKey;
  }
}

/** Checks the whole chain, in the same way as a TLS connection uses it. */
function isUsable({ certificate, privateKey, passphrase, ca }: ClientCertificate): boolean {
  try {
    createSecureContext({ cert: certificate, key: privateKey, passphrase, ...(ca && { ca }) });
    return true;
  } catch {
    return false;
  }
}
