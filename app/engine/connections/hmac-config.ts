// Requests that are signed with a secret (RFC 2104) or a private key, as each API prescribes. The connection says what is
// signed, by which hash, and where the signature goes.
import '../schema/zod-settings';
import { z } from 'zod';
import { describeChoice } from '../schema/choice';
import { findPemProblem, keyEncoding, noPrivateKey, secretOrKey, sent } from './config-parts';
import { findHeaderLinesProblem } from './header-lines';
import { findTemplateProblem, mentionsSignature } from './signature-template';

const hashes = ['sha256', 'sha512', 'sha384', 'sha1', 'md5'] as const;
/** Algorithms that sign with a private key instead of a secret, as RFC 9421 §3.3 names them. */
const keyAlgorithms = [
  'rsa-v1_5-sha256',
  'rsa-pss-sha512',
  'ecdsa-p256-sha256',
  'ecdsa-p384-sha384',
  'ed25519',
] as const;
const algorithms = [...hashes, ...keyAlgorithms] as const;
export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** Checks whether an algorithm signs with a private key, rather than with a secret that both sides know. */
export function isKeyAlgorithm(algorithm: (typeof algorithms)[number]): algorithm is KeyAlgorithm {
  return keyAlgorithms.some((known) => known === algorithm);
}

/** `base64_percent`: percent-encoded base64, as a signature in a list of name=value has to be. */
const signatureEncodings = ['hex', 'hex_upper', 'base64', 'base64url', 'base64_percent'] as const;
export type SignatureEncoding = (typeof signatureEncodings)[number];

/** How the key that one step of a derivation gives is used in the next: as bytes, or as their base64. */
const derivedForms = ['bytes', 'base64'] as const;
const maxSteps = 10;

const maxAdded = 10;
const maxTemplateLength = 2_000;

function template(label: string) {
  return z
    .string()
    .max(maxTemplateLength, `${label} must be ${maxTemplateLength} characters or less`)
    .default('')
    .transform((text) => text.replace(/\r\n?/g, '\n').trim());
}

export const Hmac = z
  .object({
    /** Sent to the API beside the signature; no secret. */
    keyId: sent('Key ID'),
    /** A secret, or a private key in PEM form. */
    secret: secretOrKey('Secret'),
    keyEncoding,
    /** A second secret that some APIs require beside the signature. */
    passphrase: sent('Passphrase'),
    hash: z.enum(algorithms, { error: describeChoice('The hash', algorithms) }).default('sha256'),
    /** Lines that the key is derived by: each step is the HMAC of a line with the key before; empty for the secret itself. */
    keySteps: template('Key derivation').superRefine((text, context) => {
      const message = findStepsProblem(text);
      if (message) context.addIssue({ code: 'custom', message });
    }),
    derivedForm: z
      .enum(derivedForms, { error: describeChoice('The derived key', derivedForms) })
      .default('bytes'),
    /** A text of which the text to sign holds only the SHA-256, {{hashed_text}}; empty for none. */
    hashedText: template('Text to hash').superRefine((text, context) => {
      const message = text && findTemplateProblem(text, ['signature', 'hashed_text']);
      if (message) context.addIssue({ code: 'custom', message });
    }),
    /** The text to sign; `\n` in it is a line break, `\t` a tab. */
    text: template('Text to sign').superRefine((text, context) => {
      const message = text ? findTemplateProblem(text, ['signature']) : 'Text to sign is required';
      if (message) context.addIssue({ code: 'custom', message });
    }),
    encoding: z
      .enum(signatureEncodings, { error: describeChoice('The encoding', signatureEncodings) })
      .default('hex'),
    /** Lines of `Name: value`. */
    headers: template('Headers').superRefine((text, context) => {
      const message = findHeadersProblem(text);
      if (message) context.addIssue({ code: 'custom', message });
    }),
    /** Written as a query, `name=value&…`. Parameters without a signature in them are part of what is signed. */
    query: template('Query').superRefine((text, context) => {
      const message = findQueryProblem(text);
      if (message) context.addIssue({ code: 'custom', message });
    }),
  })
  .check(({ value, issues }) => {
    const message = findFormProblem(value);
    if (message) issues.push({ code: 'custom', path: ['secret'], message, input: value });
  })
  .check(({ value, issues }) => {
    if (mentionsSignature(value.headers) || mentionsSignature(value.query)) return;
    const message = 'Write {{signature}} in a header or in the query';
    issues.push({ code: 'custom', path: ['headers'], message, input: value });
  });
export type Hmac = z.infer<typeof Hmac>;

/** Lists the templates of a derivation's steps. */
export function listDerivationSteps(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function findStepsProblem(text: string): string | undefined {
  const steps = listDerivationSteps(text);
  if (steps.length > maxSteps) return `A key has at most ${maxSteps} steps`;
  return steps.map((step) => findTemplateProblem(step, ['signature', 'hashed_text'])).find(Boolean);
}

function findFormProblem({
  hash,
  secret,
  keySteps,
}: Pick<Hmac, 'hash' | 'secret' | 'keySteps'>): string | undefined {
  if (!secret) return undefined;
  const isPem = secret.startsWith('-----BEGIN');
  if (isKeyAlgorithm(hash) && keySteps) return 'A private key is not derived';
  if (!isKeyAlgorithm(hash)) return isPem ? 'Choose a hash that signs with a private key' : undefined;
  return isPem ? findPemProblem(secret) : noPrivateKey;
}

/** Lists the parameters' names and the templates of their values, neither of them percent-encoded. */
export function listParameters(text: string): [name: string, template: string][] {
  return text
    .split(/[&\n]/)
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return [name.trim(), value.trim()];
    });
}

function findHeadersProblem(text: string): string | undefined {
  return findHeaderLinesProblem(text, {
    example: 'X-Signature: {{signature}}',
    findValueProblem: (value) => findTemplateProblem(value, ['body']),
  });
}

function findQueryProblem(text: string): string | undefined {
  const parameters = listParameters(text);
  if (parameters.length > maxAdded) return `At most ${maxAdded} parameters may be added`;
  for (const [name, value] of parameters) {
    if (!name || !value) return 'Write parameters like timestamp={{timestamp}}&signature={{signature}}';
    const problem = findTemplateProblem(value, ['body']);
    if (problem) return problem;
  }
  return undefined;
}
