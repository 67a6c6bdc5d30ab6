// One call of the chain, as written.
import '../schema/zod-settings';
import { z } from 'zod';
import { AllowedHost, maxAllowedHosts } from './allowed-host';
import { HeaderName, Headers, HeaderValue } from './headers';
import { describeChoice } from '../schema/choice';
import { ItemId } from '../schema/item-id';
import { stringifyJson } from '../json/json';
import { limits } from '../schema/limits';
import { findTextProblem, refuseCharacters } from '../schema/name-characters';
import { CallWait } from './call-wait';
import { Repeat } from './repeat';
import { RememberedValues, ResponseMapping } from './response-mapping';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

export const HttpMethod = z.enum(methods, {
  error: ({ input }) => (input ? describeChoice('The HTTP method', methods) : 'HTTP method is required'),
});
export type HttpMethod = z.infer<typeof HttpMethod>;

export const AuthConfig = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('bearer'), token: HeaderValue.default('') }),
  /** Basic authentication (RFC 7617); both parts may hold placeholders. */
  z.object({
    type: z.literal('basic'),
    username: HeaderValue.default(''),
    password: HeaderValue.default(''),
  }),
  /** Credentials that the organization keeps, by the id of their connection, or by its name in an exported file. */
  z.object({ type: z.literal('connection'), connectionId: z.string().max(200).default('') }),
]);
export type AuthConfig = z.infer<typeof AuthConfig>;

/** Lists the texts of a call's authentication, with their placeholders. */
export function listCredentialTexts(authConfig: AuthConfig): string[] {
  if (authConfig.type === 'bearer') return [authConfig.token];
  return authConfig.type === 'basic' ? [authConfig.username, authConfig.password] : [];
}

const bodyTypes = ['form', 'file', 'multipart'] as const;

/**
 * The type of the body; text by default. `form`: a JSON object of form fields, which is sent as
 * application/x-www-form-urlencoded (WHATWG URL §5). `file`: one placeholder, whose file is sent unchanged. `multipart`: a JSON
 * object of form fields, which is sent as multipart/form-data (RFC 7578).
 */
export const BodyType = z.enum(bodyTypes, { error: describeChoice('The body', bodyTypes) });
export type BodyType = z.infer<typeof BodyType>;

/** The spaces by which a body that was given as JSON is indented. */
export const bodySpace = 2;

/** A note on a call. Runs do not read it, so its placeholders mean nothing. An empty one is none. */
const CallNote = z
  .string({ error: 'A note must be a text' })
  .overwrite((note) => note.replaceAll('\r\n', '\n'))
  .trim()
  .max(limits.callNote, `A note must be ${limits.callNote} characters or less`)
  .check(refuseCharacters('A note', findTextProblem))
  .transform((note) => note || undefined);

export const ApiCall = z.object({
  id: ItemId,
  name: z
    .string()
    .trim()
    .max(limits.callName, `API call name must be ${limits.callName} characters or less`)
    .default(''),
  /** Why the call exists and what to know before changing it, for those who edit it; none by default. */
  note: CallNote.optional(),
  /** The place in the chain; may be fractional. */
  order: z.number(),
  method: HttpMethod.default('GET'),
  url: z
    .string()
    .trim()
    .max(limits.urlLength, `URLs must be ${limits.urlLength} characters or less`)
    .default(''),
  headers: Headers.default({}),
  /** The names of headers whose values are stored encrypted and shown masked; headers for credentials always are. */
  secretHeaders: z.array(HeaderName).max(limits.headersPerCall).default([]),
  /** The hosts that the token and secret headers may go to when a variable decides the host. */
  allowedHosts: z
    .array(AllowedHost)
    .max(maxAllowedHosts, `A call may list at most ${maxAllowedHosts} hosts`)
    .default([]),
  /** Text with placeholders. JSON values are accepted and become text. */
  body: z
    .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullish()
    .transform((body) => (typeof body === 'string' ? body : body ? stringifyJson(body, bodySpace) : ''))
    .pipe(z.string().max(limits.bodyLength, 'Request bodies must be 1 MiB or less')),
  bodyType: BodyType.optional(),
  authConfig: AuthConfig.default({ type: 'none' }),
  responseMapping: ResponseMapping.default({ extractFields: [] }),
  /** The values that later runs remember, once the call has succeeded. */
  remember: RememberedValues,
  timeoutMs: z
    .number()
    .int()
    .min(limits.callTimeoutMs.min)
    .max(limits.callTimeoutMs.max)
    .default(limits.callTimeoutMs.default),
  /** How the call is repeated: for each page of a list, or until its response meets conditions; sent once by default. */
  repeat: Repeat.optional(),
  /** The wait before the call and before its check; none by default. */
  wait: CallWait.optional(),
  /** Whether up to three redirects are followed. Credentials are not sent to another origin. */
  followRedirects: z.boolean().default(false),
});
export type ApiCall = z.infer<typeof ApiCall>;
