// A client certificate (RFC 8446 §4.4.2): what a server asks for while a connection is made, before any request. Whether the
// key fits, only who can read it finds out.
import '../schema/zod-settings';
import { z } from 'zod';
import { maxSecret, normalizePem } from './config-parts';

/** Characters; a chain of certificates is long. */
const maxCertificates = 32_000;

/** Texts in PEM form (RFC 7468); line breaks may be written as \n. */
function pem(label: string, { max, pattern, problem }: { max: number; pattern: RegExp; problem: string }) {
  return z
    .string()
    .max(max, `${label} must be ${max} characters or less`)
    .default('')
    .transform(normalizePem)
    .superRefine((text, context) => {
      if (text && !pattern.test(text)) context.addIssue({ code: 'custom', message: problem });
    });
}

const certificates = /^-----BEGIN CERTIFICATE-----\n[^]+\n-----END CERTIFICATE-----$/;
const key =
  /^-----BEGIN (?:ENCRYPTED |RSA |EC )?PRIVATE KEY-----\n[^]+\n-----END (?:ENCRYPTED |RSA |EC )?PRIVATE KEY-----$/;

export const noCertificate =
  'Write the whole certificate, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----';
export const noClientKey =
  'Write the whole private key, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----';

/** One certificate or more; empty for none. */
export function certificateChain(label: string) {
  return pem(label, { max: maxCertificates, pattern: certificates, problem: noCertificate });
}

export const ClientCertificate = z.object({
  /** The client's, and behind it those between it and an authority that the server knows. */
  certificate: certificateChain('Certificate').refine((text) => text !== '', 'Certificate is required'),
  privateKey: pem('Private key', { max: maxSecret, pattern: key, problem: noClientKey }).refine(
    (text) => text !== '',
    'Private key is required',
  ),
  /** Only for an encrypted key. */
  passphrase: z.string().max(1_000, 'Passphrase must be 1000 characters or less').default(''),
  /** Authorities that the server's certificate is checked by, in place of the usual ones. */
  ca: certificateChain('Authority'),
});
export type ClientCertificate = z.infer<typeof ClientCertificate>;
