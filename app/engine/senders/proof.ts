// The ways in which a sender proves that it knows the secret of a webhook. These are descriptions: the engine computes no
// signatures. Names of headers are in lower case.

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
 * HMAC with a hash (RFC 2104); or Ed25519 (RFC 8032), ECDSA over P-256, P-384 or P-521 and RSA (RFC 8017 §8.2), where the
 * secret is the sender's public key.
 */
type Algorithm = (typeof algorithms)[number];

export const encodings = ['hex', 'base64'] as const;
/** `base64` may use either alphabet, with or without padding. */
type Encoding = (typeof encodings)[number];

export const keyEncodings = ['text', 'hex', 'base64'] as const;
type KeyEncoding = (typeof keyEncodings)[number];

export interface SignatureProof {
  kind: 'signature';
  /** The signature's header; with `in`, its parameter of the query or its field of a JSON or form body, by names with dots. */
  header: string;
  in?: 'query' | 'field';
  /** The headers of signatures by the sender's further keys; these are present only beside the first. */
  furtherHeaders?: readonly string[];
  /**
   * Known senders that have no other algorithm may use HMAC with MD5 (RFC 6151 §2.3), RSA with SHA-1, and Keccak-256 of a text
   * that contains the secret, as Ethereum computes it.
   */
  algorithm: Algorithm | 'md5' | 'rsa-sha1' | 'keccak256';
  encoding: Encoding;
  /** The text before each signature; a header may hold several signatures, separated by commas or spaces. */
  prefix?: string;
  /**
   * The header consists of pairs like `t=1,v1=…`; these are the names of the signature, of the time, and of the list of the
   * headers that are signed, by spaces.
   */
  pairs?: { signature: string; time?: string; headers?: string };
  /** The signatures are pairs of a key's name and its signature, `name|signature`, separated by `&` (Braintree). */
  isAmpersanded?: true;
  /**
   * The signed text. It may contain `{body}`, `{body_sha256}` in hex, `{timestamp}`, `{url}`, `{path}` with its query,
   * `{method}`, `{form}`, `{field:name}` of JSON or a form, `{member:name}` (the text of the first member of a JSON object with
   * two members, the other being the signature), `{header:name}`, `{headers:name}` (the headers that a header of that name
   * lists), `{listed}` (the list of the pairs, and the values of its headers) and `{query:name}`. With `{secret}`, the signature
   * is the hash of the text itself, without HMAC.
   */
  signed: string;
  /** The signed text when a part of `signed` is missing, for senders that sign two kinds of events differently. */
  orSigned?: string;
  /** The signed header that identifies a delivery, the same when it comes again. */
  id?: string;
  /** The header that holds the time, or the parameter of the query when the signature is in one. */
  time?: string;
  /** How far that time may be from this server's clock. */
  toleranceSeconds?: number;
  /** How the HMAC's key is written; `text` by default. `braintree`: the hash of the text behind `|` in the secret. */
  key?: KeyEncoding | 'braintree';
  /** The required form of the body, where strangers can get other texts signed: a JSON object, a list, or Braintree's form. */
  body?: 'object' | 'list' | 'braintree';
  /** The signature is an HMAC although the signed text contains the secret. */
  isKeyed?: true;
  /** The parts are sorted by their texts and signed one behind the other. */
  isSorted?: true;
  /** The sender's newer webhooks sign by Standard Webhooks instead. */
  orStandard?: true;
}

/**
 * HMAC-SHA256 signs fields of the body, for each of `items` separately. Paths are names with dots and take all items of a list;
 * an empty path is the body.
 */
export interface FieldsProof {
  kind: 'fields';
  items: string;
  /** The paths in an item: of the signature, of the signed values, which `separator` joins, and of the time, if any. */
  signature: string;
  signed: readonly string[];
  separator: string;
  time?: string;
  toleranceSeconds?: number;
  encoding: Encoding;
  /** How the secret is written. */
  key: 'text' | 'hex';
  /** The field of a form that holds the JSON. */
  formField?: string;
  /** A delivery that is a form has the fields of one item itself. */
  orForm?: true;
  /** The header that holds the signature, instead of the item. */
  header?: string;
}

/**
 * A header holds a JSON Web Signature without its payload (RFC 7515 appendix F). The payload is the body as it came or, for
 * TrueLayer, method, path and headers before the body. The sender publishes the key.
 */
export interface DetachedProof {
  kind: 'detached';
  header: string;
  /** The URL of the keys or certificate; the signature chooses among several. A path is on the host that is the secret. */
  keysAt: string | readonly string[] | { path: string };
  signed: 'body' | 'truelayer';
  /**
   * The signature must say `"b64": false` (RFC 7797). The same key signs tokens, and anybody who has one could send its claims
   * as a body with its signature.
   */
  isUnencoded?: true;
  /**
   * The evidence that a delivery is for this trigger, where the sender signs for all customers with one key: the secret in the
   * URL's parameter `secret`, or in a field of the body. `address`: the key is the customer's own.
   */
  isFor: 'address' | 'query' | { field: string };
  /** The time of sending: a required field of the signature's head, or a header, which counts if the signature lists it. */
  time?: { head: string } | { listedHeader: string };
  /** How far that time may be from this server's clock. */
  toleranceSeconds?: number;
}

/**
 * A header holds a signature in base64: RSA with SHA-256 (RFC 8017 §8.2) over the time, a dot and the body. Another header names
 * the key, one of a set that the sender publishes (RFC 7517). One key signs for all customers, so the secret must stand in the
 * URL's parameter `secret`.
 */
export interface KeySetProof {
  kind: 'key-set';
  header: string;
  keyHeader: string;
  /** The URL of the set. */
  keysAt: string;
  /** The header of the time, and how far that may be from this server's clock. */
  time: string;
  toleranceSeconds: number;
}

/**
 * The body is encrypted by AES-256-CBC. Lark signs it with the key, which is the secret. WeCom, WeChat in safe mode and
 * DingTalk sign the encrypted text with a token; the secret is `token|EncodingAESKey`. DingTalk wants an encrypted answer.
 */
export interface SealedProof {
  kind: 'sealed';
  by: 'lark' | 'wechat' | 'dingtalk';
  /** How far the signed time may be from this server's clock. */
  toleranceSeconds: number;
}

/** The place of a token: a header, a field of the body by names with dots, or the whole body, `$`. */
export interface TokenPlace {
  header: string;
  /** Replaces the header. */
  path?: string;
}

/** A claim that a token must have. `claimValue` is its value or, in a list, one of its items; without it, any value will do. */
export interface ClaimCondition {
  claim?: string;
  claimValue?: string;
}

export type Proof =
  | SignatureProof
  | FieldsProof
  | DetachedProof
  | KeySetProof
  | SealedProof
  /** A header contains the secret, after the prefix if there is one. */
  | { kind: 'token'; header: string; prefix?: string }
  /** A parameter of the URL's query contains the secret. */
  | { kind: 'query'; name: string }
  /**
   * Fields of the body, which is JSON or a form, contain the secret: all fields at this path of names, and at least one. A
   * field of a form may contain the JSON.
   */
  | { kind: 'field'; path: string; formField?: string }
  /** RFC 7617. The secret is the password. */
  | { kind: 'basic'; username: string }
  /**
   * RFC 7519. The secret is the key of HS256, HS384 or HS512, or the sender's public key (PEM or its base64); a claim may hold the
   * body's hash.
   */
  | ({ kind: 'jwt'; bodyClaim?: string } & TokenPlace & ClaimCondition)
  /**
   * RFC 7519 with a key of a set (RFC 7517), which the server fetches; the secret is the audience. `claim` must be in the
   * token: the same key signs other tokens for the same audience, such as those of persons who log in. With `isByEmail`, the
   * secret is the claim `email`, and the audience is the URL of the webhook.
   */
  | ({ kind: 'jwks'; jwksUrl: string; issuer: string; bodyClaim?: string; isByEmail?: true } & TokenPlace &
      ClaimCondition)
  /**
   * A chain of certificates signs a field of the body, which contains the chain (RFC 7515 §4.1.6); the last certificate is
   * Apple's. The secret is the app's bundle ID.
   */
  | { kind: 'app-store' }
  /** A key of Plaid's signs, which Plaid gives only to its customers; the secret is their `client ID|secret`. */
  | { kind: 'plaid'; header: string }
  /** A certificate of PayPal's signs; the secret is PayPal's id of the webhook. */
  | { kind: 'paypal' }
  /** A certificate of Amazon's Simple Notification Service signs; the secret is the ARN of the topic. */
  | { kind: 'sns' }
  | { kind: 'standard-webhooks' }
  /** Any of the four oldest ways, whichever the delivery uses. */
  | { kind: 'auto' };
