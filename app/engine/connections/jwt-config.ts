// A JSON Web Token that a connection signs itself for each call (RFC 7519), without a provider. It expires soon.
import '../schema/zod-settings';
import { z } from 'zod';
import { ExactNumber, parseJson } from '../json/json';
import { describeChoice } from '../schema/choice';
import {
  findPemProblem,
  keyEncoding,
  maxSecret,
  noPrivateKey,
  normalizePem,
  option,
  scheme,
  tokenHeader,
} from './config-parts';
import { findTemplateProblem } from './signature-template';

/** RFC 7518 §3.1, RFC 8037 §3.1: algorithms with a secret that both sides know; below, those with a private key. */
const secretAlgorithms = ['HS256', 'HS384', 'HS512'] as const;
export const keyAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const;
const jwtAlgorithms = [...secretAlgorithms, ...keyAlgorithms] as const;
export type SecretAlgorithm = (typeof secretAlgorithms)[number];
export type KeyAlgorithm = (typeof keyAlgorithms)[number];

export function isSecretAlgorithm(algorithm: SecretAlgorithm | KeyAlgorithm): algorithm is SecretAlgorithm {
  return secretAlgorithms.some((known) => known === algorithm);
}

/** In seconds. A token is made for each call, so none needs more than a day. */
const maxLifeSeconds = 86_400;

/** Claims that the server sets itself (RFC 7519 §4.1). */
const timeClaims = ['iat', 'exp', 'jti'];

export const SignedJwt = z
  .object({
    algorithm: z
      .enum(jwtAlgorithms, { error: describeChoice('The algorithm', jwtAlgorithms) })
      .default('HS256'),
    /** A secret, or a private key in PEM form. */
    key: z
      .string()
      .max(maxSecret, `Key must be ${maxSecret} characters or less`)
      .default('')
      .transform((text) => (text.includes('-----BEGIN') ? normalizePem(text) : text.trim()))
      .refine((text) => text !== '', 'Key is required'),
    /** The encoding of a secret; a private key has its own form. */
    keyEncoding,
    keyId: option('Key ID'),
    issuer: option('Issuer'),
    subject: option('Subject'),
    audience: option('Audience'),
    /** How long a token is valid, in seconds. */
    lifetime: option('Lifetime').pipe(
      z
        .string()
        .transform((text) => text || '300')
        .refine(
          (text) => /^\d{1,5}$/.test(text) && Number(text) >= 10 && Number(text) <= maxLifeSeconds,
          `Write a number of seconds from 10 to ${maxLifeSeconds}`,
        ),
    ),
    /** Further claims, as a JSON object; they replace those above. Their texts may hold placeholders for the request. */
    claims: otherClaims(findClaimsTemplateProblem),
    /** The scheme before the token in Authorization; empty for Bearer. */
    scheme,
    tokenHeader,
  })
  .check(({ value, issues }) => {
    const message = findFormProblem(value);
    if (message) issues.push({ code: 'custom', path: ['key'], message, input: value });
  });
export type SignedJwt = z.infer<typeof SignedJwt>;

/** Reads the further claims; throws when the text is no JSON. */
export function readClaims(text: string): Record<string, unknown> {
  return text ? { ...(parseJson(text) as object) } : {};
}

/** Makes the schema of further claims, a JSON object; `findProblem` checks the object further. */
export function otherClaims(findProblem?: (claims: object) => string | undefined) {
  return z
    .string()
    .trim()
    .max(4_000, 'Other claims must be 4000 characters or less')
    .default('')
    .superRefine((text, context) => {
      const message = text && findClaimsProblem(text, findProblem);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

function findClaimsProblem(
  text: string,
  findProblem?: (claims: object) => string | undefined,
): string | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'Write a JSON object like {"scope": ["read"]}';
  }
  const own = timeClaims.find((name) => Object.hasOwn(value, name));
  return own ? `${own} is set for each token` : findProblem?.(value);
}

function findClaimsTemplateProblem(claims: object): string | undefined {
  let problem: string | undefined;
  mapTexts(claims, (claim) => {
    problem ??= findTemplateProblem(claim, ['signature', 'passphrase', 'hashed_text']);
  });
  return problem;
}

/** Checks whether a token is for one request alone: then its claims hold placeholders for parts of the request. */
export function isForOneRequest({ claims }: Pick<SignedJwt, 'claims'>): boolean {
  return claims.includes('{{');
}

/** Returns a copy of the value in which `change` has replaced each text. */
export function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]));
}

function findFormProblem({ algorithm, key }: Pick<SignedJwt, 'algorithm' | 'key'>): string | undefined {
  if (!key) return undefined;
  const isPem = key.startsWith('-----BEGIN');
  if (isSecretAlgorithm(algorithm)) {
    return isPem ? `${algorithm} signs with a secret; choose the algorithm of this private key` : undefined;
  }
  return isPem ? findPemProblem(key) : noPrivateKey;
}
