// The ways in which a sender proves that it knows the secret of a webhook. These are descriptions: who computes the
// signatures is not the engine's business. Names of headers are in lower case.

export const algorithms = [
  'sha256',
  'sha1',
  'sha384',
  'sha512',
  'ed25519',
  'ecdsa-sha256',
  'rsa-sha256',
  'rsa-sha512',
] as const;
/**
 * HMAC with a hash (RFC 2104); Ed25519 (RFC 8032), ECDSA over P-256, P-384 or P-521 and RSA (RFC 8017 §8.2), whose secret is the
 * sender's public key.
 */
export type Algorithm = (typeof algorithms)[number];

export const encodings = ['hex', 'base64'] as const;
/** base64 may be written in either alphabet, with or without padding. */
export type Encoding = (typeof encodings)[number];

export const keyEncodings = ['text', 'hex', 'base64'] as const;
export type KeyEncoding = (typeof keyEncodings)[number];

export interface SignatureProof {
  kind: 'signature';
  /** Where the signature stands: a header, a parameter of the query, or a field of the body, which is JSON or a form; names with dots lead to it. */
  header: string;
  in?: 'query' | 'field';
  /** Where those by further keys of the sender's stand, which are there only beside the first. */
  furtherHeaders?: readonly string[];
  /** HMAC with MD5 (RFC 6151 §2.3) and RSA with SHA-1 for known senders that have no other. */
  algorithm: Algorithm | 'md5' | 'rsa-sha1';
  encoding: Encoding;
  /** Before each signature; a header may hold several, with commas or spaces between them. */
  prefix?: string;
  /** The header is made of pairs like `t=1,v1=…`: where the signature stands, and the time. */
  pairs?: { signature: string; time?: string };
  /** Signatures are pairs of a key's name and what it signed, `name|signature`, with `&` between them (Braintree). */
  isAmpersanded?: true;
  /**
   * What is signed: text with `{body}`, `{body_sha256}` in hex, `{timestamp}`, `{url}`, `{path}` and what follows it, `{method}`,
   * `{form}`, `{field:name}` of JSON or a form, `{member:name}`, the text of the first member of JSON that has two, the other of which is the signature, `{header:name}`, `{headers:name}`, those that a header of that name lists, and `{query:name}` in it. Where `{secret}` is among them, the signature is the hash of the text itself, without HMAC.
   */
  signed: string;
  /** What is signed where a part of `signed` is not there, for senders that sign two kinds of events otherwise. */
  orSigned?: string;
  /** The header that holds the time; the parameter of the query, where the signature stands in one. */
  time?: string;
  /** How far the time may lie from our clock. */
  toleranceSeconds?: number;
  /** How the key of an HMAC is written; `text` unless said otherwise. `braintree`: the hash of what stands behind `|` in the secret. */
  key?: KeyEncoding | 'braintree';
  /** The body must be an object of JSON, a list, or a form with a payload of Braintree's: where something else is signed for strangers, too. */
  body?: 'object' | 'list' | 'braintree';
  /** It is an HMAC although the secret stands in what is signed. */
  isKeyed?: true;
  /** The parts are signed in the order of their texts, one behind the other. */
  isSorted?: true;
}

/** Fields of the body are signed by HMAC-SHA256, each of `items` by itself; paths are names with dots, of which lists are taken whole. An empty one is the body. */
export interface FieldsProof {
  kind: 'fields';
  items: string;
  /** In an item: the signature, what is signed, joined by the separator, and the time, if one is. */
  signature: string;
  signed: readonly string[];
  separator: string;
  time?: string;
  toleranceSeconds?: number;
  encoding: Encoding;
  /** How the secret is written. */
  key: 'text' | 'hex';
  /** The JSON stands in this field of a form. */
  formField?: string;
  /** What comes as a form has the fields of one item itself. */
  orForm?: true;
  /** The signature stands in this header, and not in the item. */
  header?: string;
}

/**
 * A header holds a JSON Web Signature without what is signed (RFC 7515 appendix F): the body as it came, or, as TrueLayer has it, method, path and
 * headers before it. The key is published.
 */
export interface DetachedProof {
  kind: 'detached';
  header: string;
  /** Where the key set or certificate stands; of several, the one that the signature names. With a path, at the host that is the secret. */
  keysAt: string | readonly string[] | { path: string };
  signed: 'body' | 'truelayer';
  /**
   * The signature must say `"b64": false` (RFC 7797): the same key signs tokens, and anybody who has one could send its claims as a body with its
   * signature.
   */
  isUnencoded?: true;
  /**
   * What tells that a delivery is for this trigger, where the sender signs for all of its customers with one key: the secret in the parameter `secret` of the
   * URL, or in a field of the body. `address`: the key is the customer's own.
   */
  isFor: 'address' | 'query' | { field: string };
  /**
   * What holds the time of sending: a field of the signature's head, which has to be there, or a header, which is looked at where the signature lists it.
   */
  time?: { head: string } | { listedHeader: string };
  /** How far that time may lie from our clock. */
  toleranceSeconds?: number;
}

/** A token stands in a header, in a field of the body, names with dots leading to it, or is the whole body, `$`. */
export interface TokenPlace {
  header: string;
  /** Takes the place of the header. */
  path?: string;
}

/** A claim that a token has to have, and its value or, where the claim is a list, one of its items; any will do without a `claimValue`. */
export interface ClaimCondition {
  claim?: string;
  claimValue?: string;
}

export type Proof =
  | SignatureProof
  | FieldsProof
  | DetachedProof
  /** The secret stands in a header, after a prefix if there is one. */
  | { kind: 'token'; header: string; prefix?: string }
  /** The secret stands in a parameter of the URL's query. */
  | { kind: 'query'; name: string }
  /**
   * The secret stands in fields of the body, which is JSON or a form: all of those at this path of names, of which there must be
   * one. The JSON may stand in a field of a form.
   */
  | { kind: 'field'; path: string; formField?: string }
  /** RFC 7617: the secret is the password. */
  | { kind: 'basic'; username: string }
  /**
   * RFC 7519. The secret is the key of HS256 or the sender's public key, in PEM or its base64; a claim may hold the hash of the body.
   */
  | ({ kind: 'jwt'; bodyClaim?: string } & TokenPlace & ClaimCondition)
  /**
   * RFC 7519 by a key of a set (RFC 7517) that is fetched; the secret is the audience. `claim`: without it, a token is one of the others that the same key
   * signs for the same audience, as those of persons who log in.
   */
  | ({ kind: 'jwks'; jwksUrl: string; issuer: string; bodyClaim?: string } & TokenPlace & ClaimCondition)
  /**
   * A field of the body is signed by a chain of certificates that it brings (RFC 7515 §4.1.6), the last of which is Apple's; the secret is the
   * app's bundle ID.
   */
  | { kind: 'app-store' }
  /** By a key of Plaid's that it tells its customers alone; the secret is their `client ID|secret`. */
  | { kind: 'plaid'; header: string }
  /** By a certificate of PayPal's; the secret is its id of the webhook. */
  | { kind: 'paypal' }
  /** By a certificate of Amazon's Simple Notification Service; the secret is the ARN of the topic. */
  | { kind: 'sns' }
  | { kind: 'standard-webhooks' }
  /** Whatever of the four oldest ways the delivery brings. */
  | { kind: 'auto' };
