// The parts that several configs share.
import '../schema/zod-settings';
import { z } from 'zod';
import { HeaderName, HeaderValue } from '../definition/headers';
import { findHeaderProblem, findUserinfoProblem } from '../http/header-rules';
import { isHttpUrl } from '../placeholders/url-template';
import { describeChoice } from '../schema/choice';

/** In characters. */
export const maxSecret = 8_000;

/** Makes the schema of a value that is sent in a header; no placeholders are filled in. */
export function sent(label: string) {
  return z
    .string()
    .trim()
    .max(maxSecret, `${label} must be ${maxSecret} characters or less`)
    .pipe(HeaderValue)
    .default('');
}

export function required(label: string) {
  return sent(label).refine((value) => value !== '', `${label} is required`);
}

export function option(label: string) {
  return z.string().trim().max(1_000, `${label} must be 1000 characters or less`).default('');
}

/** Makes the schema of a whole address at a provider, as `example`. */
export function providerAddress(label: string, example: string) {
  return option(label).superRefine((text, context) => {
    const message = text ? findAddressProblem(text, example) : `${label} is required`;
    if (message) context.addIssue({ code: 'custom', message });
  });
}

export function findAddressProblem(text: string, example: string): string | undefined {
  if (!isHttpUrl(text) || /#|\{\{/.test(text)) return `Enter a URL like ${example}`;
  return findUserinfoProblem(text);
}

/**
 * A private key in PEM form (RFC 7468), or empty; line breaks may be written as \n, as in the JSON files of some providers.
 */
export const optionalPrivateKey = z
  .string()
  .max(maxSecret, `Private key must be ${maxSecret} characters or less`)
  .default('')
  .transform(normalizePem)
  .superRefine((text, context) => {
    const message = text && findPemProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

export const noKey = 'Private key is required';

export const privateKey = optionalPrivateKey.refine((text) => text !== '', noKey);

/** Writes line breaks as they are in files. */
export function normalizePem(text: string): string {
  return text.replace(/\\n/g, '\n').replace(/\r\n?/g, '\n').trim();
}

export function findPemProblem(text: string): string | undefined {
  const isPem =
    /^-----BEGIN (?:RSA |EC )?PRIVATE KEY-----\n[^]+\n-----END (?:RSA |EC )?PRIVATE KEY-----$/.test(text);
  return isPem ? undefined : noPrivateKey;
}

export const noPrivateKey =
  'Write the whole private key, unencrypted, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----';

/** Makes the schema of a signing secret of one line, or of a private key in PEM form in its place. */
export function secretOrKey(label: string) {
  return z
    .string()
    .max(maxSecret, `${label} must be ${maxSecret} characters or less`)
    .default('')
    .transform((text) => (text.includes('-----BEGIN') ? normalizePem(text) : text.trim()))
    .refine((text) => text !== '', `${label} is required`)
    .refine((text) => text.startsWith('-----BEGIN') || !/\p{Cc}/u.test(text), 'A secret must be one line');
}

/** The header that carries the token alone; empty for `Authorization: Bearer …`. */
export const tokenHeader = option('Token header').superRefine((name, context) => {
  if (!name) return;
  const message = HeaderName.safeParse(name).error?.issues[0]?.message ?? findHeaderProblem(name);
  if (message) context.addIssue({ code: 'custom', message });
});

/** A scheme of Authorization (RFC 9110 §11.1), such as Bearer or Ghost. */
export const scheme = option('Scheme').refine(
  (text) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/.test(text),
  'A scheme is one word, like Bearer',
);

const keyEncodings = ['text', 'base64', 'hex'] as const;
export type KeyEncoding = (typeof keyEncodings)[number];

/** How the bytes of a signing secret are written. */
export const keyEncoding = z
  .enum(keyEncodings, { error: describeChoice('The encoding of the key', keyEncodings) })
  .default('text');
