// The definition of a JSON API route. The document is made from it, and requests are checked by it.
import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { type ProblemKind, problems } from '~/problem';
import type { ProblemArea } from '~/problem-areas';
import { type ApiEnv, problemResponse } from '../http/problem-response';
import { type BodyReading, describeIssues, guardAgain, readJsonBody } from '../http/bodies/json-body';
import { requireMatch, respondWithEtag } from '../http/responses/etag';
import { ProblemResponse } from '../shapes/problem';
import { refuseUnknownFields } from './field-names';
import { listQueryNames, refuseUnknownQuery } from './query-names';

/** The headings of the document, in its order. */
export const tags = {
  Accounts: 'Signing up, logging in and out, and following emailed links. All of it works without a session.',
  Profile: 'The account of the person who is signed in. An API token does not open it.',
  Organizations: 'An organization: its details, its audit log, all its data, and its end.',
  Members: 'Who belongs to an organization, and who is invited.',
  'API tokens': 'How programs authenticate.',
  Connections: 'Credentials stored once for all integrations of an organization.',
  Values: 'Text, JSON and secrets of an organization, for placeholders in its integrations.',
  Stores: 'Records that the integrations of an organization share.',
  Alerts: 'Who is notified of problems, and the problems themselves.',
  Billing: 'Company, card and invoices of an organization. Plan and invoices are samples.',
  Integrations: 'A trigger and a chain of calls: build, deploy, test, export.',
  Executions: 'Runs of an integration: started, followed, cancelled, repeated, and their logs.',
  Samples: 'Capturing a delivery to pick variables from.',
  Webhooks: 'What senders call.',
  Server: 'For monitoring the server.',
} as const;

type Tag = keyof typeof tags;

/**
 * Who may call: anybody, a person by their session, or by session or token a member, a member who runs integrations, or one who
 * edits them. The guard lets nobody else pass; here it is told.
 */
type Caller = 'public' | 'person' | 'member' | 'runner' | 'editor';

const texts: Partial<Record<Caller, string>> = {
  runner: 'For members who run or edit integrations.',
  editor: 'For members who edit integrations.',
};

interface ResponseSpec {
  description: string;
  schema?: z.ZodType;
  /** The media type of the response; JSON by default. */
  mediaType?: string;
  /** The response's headers, by name, with their descriptions. */
  headers?: Record<string, string>;
}

interface Spec<Path extends string, Sent extends RouteConfig['request']> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: Path;
  /** The name of the call in generated clients. */
  id: string;
  tag: Tag;
  summary: string;
  /** A longer description, in Markdown. */
  text?: string;
  access: Caller;
  guard?: MiddlewareHandler<ApiEnv>;
  request?: Sent;
  /** How the body is read; a route with a `request.body` reads one in any case. */
  body?: BodyReading;
  /** The area whose words its failures use. */
  area?: ProblemArea;
  responses: Record<number, ResponseSpec>;
  /** The failures of this call, beside those of every call. */
  problems?: ProblemKind[];
  /** Whether the body may hold fields of the response, which are dropped; true by default. */
  isAnswerSentBack?: boolean;
  /** Whether caches must not keep the response to a GET: it is a secret or a file, or tells of persons. */
  isFresh?: boolean;
}

/** Creates an API whose routes declare what they take and return; a failed schema is answered like every failure. */
export function createApi(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) =>
      result.success ? undefined : problemResponse(c, describeIssues(result.error.issues), c.get('area')),
  });
}

/** Defines a route with its guard before its body, and with every status that it can return. */
export function defineRoute<Path extends string, Sent extends RouteConfig['request'] = undefined>(
  spec: Spec<Path, Sent>,
) {
  const { method, path, id, tag, summary, text, access, guard, request, body, area } = spec;
  const reads = body !== undefined || request?.body !== undefined;
  const description = [text, texts[access]].filter(Boolean).join(' ');
  const middleware = [
    ...(isConditional(spec) ? respondWithEtag : []),
    ...(guard ? [guard] : []),
    ...(access === 'public' ? [] : [refuseUnknownQuery(listQueryNames(request?.query))]),
    ...(reads ? [readJsonBody({ isOptional: request?.body?.required === false, ...body }, area)] : []),
    ...(guard && reads ? [guardAgain(guard)] : []),
    // Once the body has arrived, since what is there may change meanwhile.
    ...(method === 'get' || access === 'public' ? [] : [requireMatch]),
    ...(access === 'public' || !reads ? [] : [refuseUnknownFields(request?.body, listAnswers(spec))]),
  ];
  return createRoute({
    method,
    path,
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== '' && { description }),
    ...(access === 'public' && { security: [] }),
    ...(access === 'person' && { security: [{ session: [] }] }),
    middleware,
    request: request as Sent,
    responses: describeResponses(spec, listProblems(spec, reads)),
  });
}

function listAnswers({
  responses,
  isAnswerSentBack = true,
}: Spec<string, RouteConfig['request']>): unknown[] {
  return isAnswerSentBack ? Object.values(responses).map(({ schema }) => schema) : [];
}

function listProblems(
  { method, access, problems: own = [] }: Spec<string, RouteConfig['request']>,
  reads: boolean,
): ProblemKind[] {
  return [
    ...(access === 'public'
      ? []
      : (['unauthenticated', 'invalid-token', 'unverified-email', 'not-found'] as const)),
    ...(access === 'public' || access === 'person' ? [] : (['second-factor-needed'] as const)),
    ...(access === 'public' || access === 'member' ? [] : (['forbidden'] as const)),
    // A token that opens no resource here gets this, too.
    ...(access === 'public' ? [] : (['too-many-requests'] as const)),
    ...(method === 'get' ? [] : (['cross-origin'] as const)),
    ...(method === 'get' || access === 'public' ? [] : (['changed-since'] as const)),
    'length-required',
    'too-large',
    ...(reads ? (['unparsable', 'not-json', 'invalid'] as const) : []),
    ...(access === 'public' ? [] : (['invalid'] as const)),
    ...own,
    'internal',
    'unavailable',
  ];
}

type Responses = Record<number, RouteConfig['responses'][string]>;

/**
 * Checks whether a caller that already has the response may get 304. Nobody keeps responses about persons, so those have
 * nothing to compare.
 */
function isConditional({
  method,
  access,
  responses,
  isFresh = false,
}: Spec<string, RouteConfig['request']>): boolean {
  return method === 'get' && access !== 'person' && !isFresh && responses[200]?.schema !== undefined;
}

function describeResponses(spec: Spec<string, RouteConfig['request']>, kinds: ProblemKind[]): Responses {
  const described: Responses = {};
  for (const [status, { description, schema, mediaType = 'application/json', headers }] of Object.entries(
    spec.responses,
  )) {
    described[Number(status)] = {
      description,
      ...(headers && { headers: describeHeaders(headers) }),
      ...(schema && { content: { [mediaType]: { schema } } }),
    };
  }
  if (isConditional(spec)) {
    described[304] = { description: 'Nothing has changed since the answer whose `ETag` was sent.' };
  }
  for (const [status, codes] of groupCodes(kinds)) {
    if (spec.responses[status]) continue;
    described[status] = {
      description: [...codes].join(', '),
      ...(status === 429 || status === 503
        ? { headers: describeHeaders({ 'Retry-After': 'Seconds to wait before retrying.' }) }
        : {}),
      content: { 'application/json': { schema: ProblemResponse } },
    };
  }
  return described;
}

/** Returns the codes of failures by their status, as Markdown. */
function groupCodes(kinds: ProblemKind[]): Map<number, Set<string>> {
  const codesByStatus = new Map<number, Set<string>>();
  for (const kind of kinds) {
    const { status, code } = problems[kind];
    const codes = codesByStatus.get(status) ?? new Set();
    codesByStatus.set(status, codes.add(`\`${code}\``));
  }
  return codesByStatus;
}

function describeHeaders(headers: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );
}

/** Describes a body that the route's own schema checks. */
export function jsonBody<ZodSchema extends z.ZodType>(schema: ZodSchema, example?: unknown) {
  return {
    required: true as const,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

/** Describes a body whose fields are all optional, so that a request without a body does as well. */
export function optionalJsonBody<ZodSchema extends z.ZodType>(schema: ZodSchema, example?: unknown) {
  return { ...jsonBody(schema, example), required: false as const };
}

/** Describes a body that a service reads part by part; the document shows the named schema that the service uses. */
export function bodyOf(
  name: string,
  { required = true, example }: { required?: boolean; example?: unknown } = {},
) {
  const schema = { $ref: `#/components/schemas/${name}` };
  return { required, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
}

/** Returns the schema of ids in a path: `pathOf('id', 'executionId')`. */
export function pathOf<Name extends keyof typeof pathTexts>(...names: Name[]) {
  const shape = Object.fromEntries(names.map((name) => [name, z.string().describe(pathTexts[name])]));
  return z.object(shape as Record<Name, z.ZodString>);
}

const pathTexts = {
  id: 'The id of an integration.',
  integrationId: 'The id of an integration.',
  executionId: 'The id of an execution of this integration.',
  organizationId: 'The id of an organization.',
  userId: 'The id of a user.',
  connectionId: 'The id of a connection.',
  valueId: 'The id of a value.',
  store: 'The name of a store.',
  key: 'The key of a record, percent-encoded.',
  name: 'The name of a value.',
  loopId: 'The id of a for each.',
  channelId: 'The id of a channel.',
  incidentId: 'The id of an incident.',
  tokenId: 'The id of an API token.',
  testId: 'The id of a recorded test of this integration.',
  passkeyId: 'The id of a passkey, as the list of passkeys tells it.',
  sessionId: 'The id of a session, as the list of sessions tells it.',
  email: 'An email address, percent-encoded.',
  number: 'The number of an invoice.',
  token: 'The token of a mailed link.',
};
