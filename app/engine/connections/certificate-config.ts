// A client certificate (RFC 8446 §4.4.2): a server asks for it while a connection is made, before any request. Whether the key
// fits the certificate shows only when both are read. Where the certificate is empty, the authorities alone count.
import '../schema/zod-settings';
import { z } from 'zod';
import { maxSecret, normalizePem } from './config-parts';

/** In characters; a chain of certificates is long. */
const maxCertificates = 32_000;

/** Makes the schema of a text in PEM form (RFC 7468); line breaks may be written as \n. */
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

/** Makes the schema of a chain of certificates, which may be empty. */
export function certificateChain(label: string) {
  return pem(label, { max: maxCertificates, pattern: certificates, problem: noCertificate });
}

export const ClientCertificate = z.object({
  /** The client's certificate, followed by those between it and an authority that the server knows. */
  certificate: certificateChain('Certificate').refine((text) => text !== '', 'Certificate is required'),
  privateKey: pem('Private key', { max: maxSecret, pattern: key, problem: noClientKey }).refine(
    (text) => text !== '',
    'Private key is required',
  ),
  /** The passphrase of an encrypted key; empty for others. */
  passphrase: z.string().max(1_000, 'Passphrase must be 1000 characters or less').default(''),
  /** The authorities that verify the server's certificate, instead of the usual ones. */
  ca: certificateChain('Authority'),
});
export type ClientCertificate = z.infer<typeof ClientCertificate>;

/** The fields of a certificate that a connection of another kind shows as well, to the provider and to the API (RFC 8705). */
export const shownCertificate = {
  clientCertificate: certificateChain('Client certificate'),
  clientKey: pem('Key of the certificate', { max: maxSecret, pattern: key, problem: noClientKey }),
  clientKeyPassphrase: z.string().max(1_000, 'Passphrase must be 1000 characters or less').default(''),
  serverCa: certificateChain('Authority'),
};

/** Nothing that identifies the caller: a pace, hosts and other headers alone. */
export const NoCredentials = z.object({ serverCa: shownCertificate.serverCa });

export type ShownCertificate = z.infer<z.ZodObject<typeof shownCertificate>>;

/** The fields of `ShownCertificate` by those of `ClientCertificate`. */
export const shownFields = {
  certificate: 'clientCertificate',
  privateKey: 'clientKey',
  passphrase: 'clientKeyPassphrase',
  ca: 'serverCa',
} as const;

/** Reads the certificate that a config shows beside its own credentials; undefined when it has none. */
export function readShownCertificate(config: Partial<ShownCertificate>): ClientCertificate | undefined {
  const { clientCertificate = '', clientKey = '', clientKeyPassphrase = '', serverCa = '' } = config;
  if (!clientCertificate && !clientKey) return undefined;
  return {
    certificate: clientCertificate,
    privateKey: clientKey,
    passphrase: clientKeyPassphrase,
    ca: serverCa,
  };
}

/** Returns what verifies a server by these authorities and shows it no certificate; undefined when there are none. */
export function trustAuthorities(ca: string): ClientCertificate | undefined {
  return ca ? { certificate: '', privateKey: '', passphrase: '', ca } : undefined;
}
