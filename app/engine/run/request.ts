// Builds the request of a call: fills in its placeholders, adds authentication and the Idempotency-Key.
import type { ClientCertificate } from '../connections/certificate-config';
import type { Digest } from '../connections/digest-config';
import type { OrganizationValue } from '../values/value';
import {
  addValues,
  findSecretPlaceProblem,
  findValueReachProblem,
  holdsSecret,
  listSecretTexts,
} from '../values/value-use';
import {
  findFilteredSecretProblem,
  listFilteredInputs,
  listFilteredSecrets,
} from '../values/filtered-secrets';
import {
  addToUrl,
  type ConnectionGrant,
  type CredentialHosts,
  findReachProblem,
  type RequestSigning,
} from '../connections/grant';
import type { TokenExpiry } from '../connections/expiry';
import type { Pace } from '../connections/pace';
import { encodeCredentials, findBasicProblem, listBasicSecrets } from '../definition/basic-auth';
import { findHostProblem, isRelative } from '../definition/call-origin';
import { createWork, type FilterWork } from '../filters/filtering';
import { findSigningProblem } from '../connections/signing-problem';
import { isSecretHeader } from '../secrets/credential-names';
import { mask, type MaskSecrets } from '../secrets/mask-secrets';
import { type ApiCall, listCredentialTexts } from '../definition/api-call';
import { HeaderValue } from '../definition/headers';
import { findLoginProblem } from '../mail/mail-login';
import { findMailProblem } from '../mail/mail-problem';
import { readMailServer } from '../mail/mail-server';
import { renderStoreUrl, renderUrl } from '../placeholders/rendered-url';
import { renderTemplate } from '../placeholders/fill-template';
import type { InParts } from '../json/json-parts';
import type { Variables } from '../placeholders/reference';
import type { ResponseHead } from '../paths/response-part';
import { refuse, type Refused } from '../placeholders/refused';
import { type SentFile, type BodyUpload, listLargeFiles } from '../request-bodies/upload';
import { renderBody } from '../request-bodies/request-body';
import { isStoreUrl } from '../stores/store-address';
import { hasText } from '../texts/find-text';

/** A request ready to be sent. */
export interface CallRequest {
  method: ApiCall['method'];
  url: string;
  headers: [name: string, value: string][];
  /** The text of the body; for an upload, how the log describes it. */
  body: string;
  /** The bytes that are sent instead of `body`. */
  upload?: BodyUpload;
  files?: SentFile[];
  /** Set when the response is saved as a file: the sender keeps its bytes, whatever they are. */
  keepsBytes?: true;
  /** Set with `keepsBytes`: hides what the log hides, so that it is known whether the file holds a secret. */
  maskSecrets?: MaskSecrets;
  /** Set likewise: makes the secrets known that the head of the response brings, before its body is searched for them. */
  noteHead?: (head: ResponseHead) => void;
  timeoutMs: number;
  followRedirects: boolean;
  /** Secret values of the request, to be masked in the log. A token made over the request is added as it is sent. */
  secrets: string[];
  /** The names of headers that a redirect to another origin leaves behind. */
  secretHeaders: string[];
  /** True when the body holds a secret, which no redirect may take to another origin. */
  hasSecretBody?: boolean;
  /** Set for a call that signs in with a connection. */
  connection?: SentCredentials;
}

/** The part of a request that comes from a connection. */
export interface SentCredentials extends CredentialHosts {
  /** The connection's name in the log. */
  label: string;
  /** The names of the headers and query parameters that it added, which the log hides. */
  headers: string[];
  query: string[];
  /** See `ConnectionGrant`. */
  version?: number | undefined;
  generation?: number | undefined;
  expiry?: TokenExpiry | undefined;
  signing?: RequestSigning | undefined;
  digest?: Digest | undefined;
  clientCertificate?: ClientCertificate | undefined;
  /** Set when the connection's calls wait for their turn; with the connection's name. */
  paced?: { name: string; pace: Pace } | undefined;
}

export type BuiltRequest = { kind: 'request'; request: CallRequest } | Refused;

/**
 * Builds the request of a call, in parts. Refused, with a message for the log, when a variable is unknown, or when the result
 * is not an http(s) URL or not a header value. `idempotencyKey` is sent as draft-ietf-httpapi-idempotency-key-header says. A
 * bearer token, or a user name and password, replaces an Authorization header; headers that the connection grants replace those
 * of the same names. `values`: the organization's values that the call names.
 */
export function* buildRequest(
  call: ApiCall,
  ofRun: Variables,
  idempotencyKey: string,
  { grant, values = [] }: { grant?: ConnectionGrant; values?: readonly OrganizationValue[] } = {},
): InParts<BuiltRequest> {
  const variables = addValues(ofRun, values);
  if (grant && isRelative(call) && !grant.baseUrl) {
    return { kind: 'refused', message: `The connection ${grant.name} has no base URL to begin the URL.` };
  }
  const base = grant && isRelative(call) ? grant.baseUrl : '';
  const texts = [base, ...listCallTexts(call)];
  const placeProblem = findSecretPlaceProblem(call.url, values) ?? findFilteredSecretProblem(texts, values);
  if (placeProblem) return { kind: 'refused', message: placeProblem };
  // The whole call shares one budget of filter work, however many texts it has.
  const work = createWork();
  const mailServer = readMailServer(call.url);
  const isStore = isStoreUrl(call.url);
  const rendered = mailServer
    ? ({ kind: 'url', url: mailServer } as const)
    : isStore
      ? yield* renderStoreUrl(call.url, variables, work)
      : yield* renderUrl(base + call.url, variables, 'the URL', work);
  if (rendered.kind === 'refused') return rendered;
  const { url } = rendered;
  const hostProblem =
    findHostProblem(call, url) ??
    (grant && findReachProblem(grant, url)) ??
    findValueReachProblem(values, url);
  if (hostProblem) return { kind: 'refused', message: hostProblem };

  const headers: [string, string][] = [];
  const filtered = listFilteredSecrets(texts, values, variables);
  if (!filtered) {
    return {
      kind: 'refused',
      message: 'Nothing was sent: the filters of secrets have too much to do in one call.',
    };
  }
  const secrets = [...listSecretTexts(values), ...filtered];
  const granted = new Set(grant?.headers.map(([name]) => name.toLowerCase()));
  // A store knows by it which calls it has carried out, so a definition cannot choose it.
  const replaced = isStore ? new Set([...granted, 'idempotency-key']) : granted;
  for (const [name, template] of listHeaderTemplates(call)) {
    if (replaced.has(name.toLowerCase())) continue;
    const value = renderTemplate(template, variables, 'header', work);
    if (value.kind !== 'text') return refuse(value, `the header ${name}`, isSecretHeader(call, name));
    // Spaces around a value do not belong to it (RFC 9110 §5.5).
    const text = isBearer(call, name) ? value.text.trim().replace(twoSchemes, 'Bearer ') : value.text.trim();
    if (!HeaderValue.safeParse(text).success) {
      return { kind: 'refused', message: `The value of the header ${name} has a line break or is too long.` };
    }
    if (isSecretHeader(call, name))
      secrets.push(readCredentials(name, text), ...listFilteredInputs(template, variables));
    headers.push([name, text]);
  }
  const basic = renderBasic(call, variables, work);
  if (basic?.kind === 'refused') return basic;
  if (basic) {
    headers.push(['Authorization', basic.value]);
    secrets.push(...basic.secrets);
  }
  if (grant) {
    headers.push(...grant.headers);
    secrets.push(...grant.secrets);
  }

  const mailProblem =
    mailServer && (findMailProblem({ ...call, headers })?.message ?? findLoginProblem(headers, grant));
  if (mailProblem) return { kind: 'refused', message: `${mailProblem}, so nothing was sent.` };
  const contentType = findHeader(headers, 'content-type') ?? (mailServer && 'text/plain');
  // An email is always written in UTF-8.
  const body = yield* renderBody(
    call,
    mailServer ? contentType?.split(';', 1)[0] : contentType,
    variables,
    work,
  );
  if (body.kind === 'refused') return body;
  if (mailServer && body.upload && listLargeFiles(body.upload).length > 0) {
    return { kind: 'refused', message: 'Nothing was sent: in an email, a file may have at most 1 MiB.' };
  }
  const signingProblem = (body.upload ?? body.isRecoded) && grant && findSigningProblem(grant, body);
  if (signingProblem) return { kind: 'refused', message: signingProblem };
  const sent = body.isItsOwn ? headers.filter(([name]) => name.toLowerCase() !== 'content-type') : headers;
  if (body.contentType && (body.isItsOwn || !contentType)) sent.push(['Content-Type', body.contentType]);
  if (findHeader(sent, 'idempotency-key') === undefined) sent.push(['Idempotency-Key', idempotencyKey]);
  const { method, timeoutMs, followRedirects } = call;
  return {
    kind: 'request',
    request: {
      method,
      url: grant && !mailServer ? addToUrl(url, grant) : url,
      headers: sent,
      body: body.text,
      timeoutMs,
      followRedirects,
      secrets,
      secretHeaders: followRedirects ? [...listSecretHeaders(call, sent, secrets), ...granted] : [],
      ...(body.upload && { upload: body.upload }),
      ...(call.responseMapping.saveFileAs && { keepsBytes: true as const }),
      ...(followRedirects && holdsSecret(call.body, values) && { hasSecretBody: true }),
      ...(grant && { connection: describeSent(grant) }),
    },
  };
}

/** The texts of a call that its request is made of. */
export function listCallTexts({ url, headers, authConfig, body }: ApiCall): string[] {
  return [url, ...Object.values(headers), ...listCredentialTexts(authConfig), body];
}

function describeSent({ headers, query, ...grant }: ConnectionGrant): SentCredentials {
  const { name, label, version, hosts, allowsHttp, pace } = grant;
  const { generation, expiry, signing, digest, clientCertificate } = grant;
  const about = { label, version, hosts, allowsHttp, headers: listNames(headers), query: listNames(query) };
  const paced = pace && { name, pace };
  return { ...about, generation, expiry, signing, digest, clientCertificate, paced };
}

function listNames(pairs: [name: string, value: string][]): string[] {
  return pairs.map(([name]) => name);
}

function listHeaderTemplates({
  headers,
  authConfig,
}: Pick<ApiCall, 'headers' | 'authConfig'>): [name: string, template: string][] {
  const templates = Object.entries(headers);
  if (authConfig.type === 'none' || authConfig.type === 'connection') return templates;
  const others = templates.filter(([name]) => name.toLowerCase() !== 'authorization');
  return authConfig.type === 'basic' ? others : [...others, ['Authorization', `Bearer ${authConfig.token}`]];
}

/** Renders Authorization from user name and password, which are joined only after they are filled in. */
function renderBasic(
  { authConfig }: ApiCall,
  variables: Variables,
  work: FilterWork,
): { kind: 'basic'; value: string; secrets: string[] } | Refused | undefined {
  if (authConfig.type !== 'basic') return undefined;
  const username = renderTemplate(authConfig.username, variables, 'header', work);
  if (username.kind !== 'text') return refuse(username, 'the user name', true);
  const password = renderTemplate(authConfig.password, variables, 'header', work);
  if (password.kind !== 'text') return refuse(password, 'the password', true);
  const problem = findBasicProblem(username.text, password.text);
  if (problem) return { kind: 'refused', message: `${problem}.` };
  const value = `Basic ${encodeCredentials(username.text, password.text)}`;
  if (!HeaderValue.safeParse(value).success) {
    return { kind: 'refused', message: 'Username and password are too long.' };
  }
  const secrets = [
    ...listBasicSecrets({ username: username.text, password: password.text }),
    ...listFilteredInputs(authConfig.password, variables),
  ];
  return { kind: 'basic', value, secrets };
}

function isBearer({ authConfig }: ApiCall, name: string): boolean {
  return authConfig.type === 'bearer' && name === 'Authorization';
}

/** Matches a token that was pasted with its scheme; a token itself has no space (RFC 6750 §2.1). */
const twoSchemes = /^Bearer\s+Bearer\s+(?=\S)/i;

/** Lists the names of the headers that are secret or hold a secret. */
function listSecretHeaders(
  call: Pick<ApiCall, 'secretHeaders'>,
  headers: CallRequest['headers'],
  secrets: string[],
): string[] {
  return headers
    .filter(
      ([name, value]) =>
        isSecretHeader(call, name) ||
        secrets.some((secret) => secret.trim() !== '' && hasText(value, secret.trim())),
    )
    .map(([name]) => name);
}

/**
 * Lists the headers that a redirect to another origin leaves behind, for a call as written: the values of its placeholders are
 * not known yet.
 */
export function listLeftBehind(call: Omit<ApiCall, 'id' | 'order'>): string[] {
  const { authConfig } = call;
  const headers = listHeaderTemplates(call);
  const secrets = headers
    .filter(([name]) => isSecretHeader(call, name))
    .map(([name, value]) => readCredentials(name, value));
  if (authConfig.type !== 'basic') return listSecretHeaders(call, headers, secrets);
  const ofBasic = [...secrets, ...listBasicSecrets(authConfig)];
  return [...listSecretHeaders(call, headers, ofBasic), 'Authorization'];
}

function findHeader(headers: [name: string, value: string][], name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

/** Returns the secret part of a header's value: for Authorization, without its scheme (RFC 9110 §11.6.2). */
export function readCredentials(name: string, value: string): string {
  return name.toLowerCase() === 'authorization' ? value.replace(/^(?:Bearer|Basic|Token) +/i, '') : value;
}

/** Masks the secret part of a header by its place, because a short secret is not masked by its value. */
export function maskCredentials(name: string, value: string): string {
  const credentials = readCredentials(name, value);
  return credentials ? value.slice(0, -credentials.length) + mask : value;
}
