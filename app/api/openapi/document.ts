// The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), made from the definitions of the routes. Its schemas are
// zod's own JSON Schema, which distinguishes request shapes from response shapes.
import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import { z } from 'zod';
import type { InParts } from '~/engine/json/json-parts';
import type { ApiEnv } from '../http/problem-response';
import { tags } from './route';
import { responseShapes, requestShapes } from '../shapes/registry';
import { ProblemResponse } from '../shapes/problem';

export type JsonSchema = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Content {
  [mediaType: string]: { schema?: JsonSchema; example?: unknown };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject>;
}

export interface ResponseObject {
  /** Refers to a response that many operations share; the description beside it belongs to this one. */
  $ref?: string;
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Content;
}

export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
    schemas: Record<string, JsonSchema>;
  };
}

const description = `Everything the screens do, for programs.

Send an API token as \`Authorization: Bearer wk_…\`; create one under Organization Settings; it belongs to one organization. A session's cookie works, too: then a change also needs the \`Origin\` of this server.

Bodies are JSON in UTF-8. Times are ISO 8601 in UTC. Every failure is \`{"message", "code", "fields"?}\`. What belongs to another organization returns 404, as if it did not exist.

Lists return plain arrays of 100 at most; the \`Link\` header has the address of the next page. Send the \`ETag\` of a response back in \`If-None-Match\`: if nothing has changed, you get 304. Sent in \`If-Match\` with a change, it keeps you from overwriting what is no longer as you read it (412). Secrets are masked; a mask that is sent back leaves the secret as it is.`;

/** Makes the document of all routes of `api`, for a server at `url`. In parts, because all of it takes tens of milliseconds. */
export function* createDocument(api: OpenAPIHono<ApiEnv>, url: string): InParts<ApiDocument> {
  const paths: ApiDocument['paths'] = {};
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { method, path } = definition.route;
    (paths[trimSlash(path)] ??= {})[method] = describeOperation(definition.route);
    yield;
  }
  const requestSchemas = listSchemas(requestShapes, 'input');
  yield;
  const responseSchemas = listSchemas(responseShapes, 'output');
  yield;
  return {
    openapi: '3.1.0',
    info: { title: 'Wicked Integrations API', version: '1.0.0', description },
    servers: [{ url }],
    security: [{ token: [] }, { session: [] }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, `wk_…`.' },
        session: { type: 'apiKey', in: 'cookie', name: 'session_token', description: 'Set by logging in.' },
      },
      responses: sharedResponses,
      schemas: { ...requestSchemas, ...responseSchemas },
    },
  };
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

function describeOperation({ request, responses, ...route }: RouteConfig): Operation {
  const body = request?.body;
  const parameters = [
    ...listParameters('path', request?.params),
    ...listParameters('query', request?.query),
    ...listParameters('header', request?.headers),
  ];
  return {
    operationId: route.operationId ?? '',
    tags: route.tags ?? [],
    summary: route.summary ?? '',
    ...(route.description && { description: route.description }),
    ...(route.security && { security: route.security }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: body.required === true, content: describeContent(body.content, 'input') },
    }),
    responses: describeResponses(responses),
  };
}

function describeResponses(responses: RouteConfig['responses']): Operation['responses'] {
  const described: Operation['responses'] = {};
  for (const [status, answer] of Object.entries(responses)) {
    if (!('description' in answer)) continue;
    const { description: about = '', headers, content } = answer as ResponseObject;
    described[status] = isProblem(content)
      ? { $ref: refOf('responses', headers ? 'ProblemForNow' : 'Problem'), description: about }
      : {
          description: about,
          ...(headers && { headers }),
          ...(content && { content: describeContent(content, 'output') }),
        };
  }
  return described;
}

function isProblem(content: object | undefined): boolean {
  const json = content && (content as Record<string, { schema?: unknown }>)['application/json'];
  return json?.schema === ProblemResponse;
}

const problemContent = { 'application/json': { schema: { $ref: refOf('schemas', 'Problem') } } };

/** The responses that every operation shares; an operation's own description stands beside its reference. */
const sharedResponses: ApiDocument['components']['responses'] = {
  Problem: { description: 'A failure.', content: problemContent },
  ProblemForNow: {
    description: 'A temporary failure.',
    headers: {
      'Retry-After': { description: 'Seconds to wait before retrying.', schema: { type: 'string' } },
    },
    content: problemContent,
  },
};

/** Returns a response together with the shared one that it refers to. */
export function resolveResponse(answer: ResponseObject): ResponseObject {
  const shared = answer.$ref && sharedResponses[answer.$ref.slice(answer.$ref.lastIndexOf('/') + 1)];
  return shared ? { ...shared, description: answer.description } : answer;
}

type Side = 'input' | 'output';

function listParameters(place: Parameter['in'], shape: unknown): Parameter[] {
  if (!(shape instanceof z.ZodObject)) return [];
  const { properties = {}, required = [] } = toJsonSchema(shape, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const parameters: Parameter[] = [];
  for (const [name, { description: about, ...schema }] of Object.entries(properties)) {
    const isRequired = place === 'path' || required.includes(name);
    const says = typeof about === 'string' ? { description: about } : {};
    parameters.push({ name, in: place, required: isRequired, ...says, schema });
  }
  return parameters;
}

function describeContent(content: object, side: Side): Content {
  const described = Object.entries(content as Record<string, { schema: unknown; example?: unknown }>).map(
    ([mediaType, { schema, ...more }]) => [mediaType, { schema: describeSchema(schema, side), ...more }],
  );
  return Object.fromEntries(described) as Content;
}

/** Describes a schema by a reference if it is named, also inside a list or a union. */
function describeSchema(schema: unknown, side: Side): JsonSchema {
  if (!(schema instanceof z.ZodType)) return schema as JsonSchema;
  const name = (side === 'input' ? requestShapes : responseShapes).get(schema)?.id;
  if (name) return { $ref: refOf('schemas', name) };
  if (schema instanceof z.ZodArray) return { type: 'array', items: describeSchema(schema.element, side) };
  if (schema instanceof z.ZodUnion) {
    return { anyOf: schema.options.map((option: unknown) => describeSchema(option, side)) };
  }
  return toJsonSchema(schema, side);
}

function refOf(kind: 'schemas' | 'responses', name: string): string {
  return `#/components/${kind}/${name}`;
}

function toJsonSchema(schema: z.ZodType, io: Side): JsonSchema {
  return dropNames(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: dropPatterns }));
}

function listSchemas(shapes: typeof requestShapes, io: Side): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(shapes, {
    io,
    unrepresentable: 'any',
    override: dropPatterns,
    uri: (name) => refOf('schemas', name),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => [name, dropNames(schema)]),
  );
}

/** Matches what only some dialects of regular expressions read: Unicode classes and lookaround (not in RFC 9485). */
const isParticular = /\\p\{|\(\?[=!<]/i;

/** Drops patterns that not every reader of the document could compile; the description says them in words. */
function dropPatterns({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  const { pattern, allOf } = jsonSchema;
  if (typeof pattern === 'string' && isParticular.test(pattern)) delete jsonSchema.pattern;
  if (!Array.isArray(allOf)) return;
  const kept = (allOf as JsonSchema[]).filter((part) => !isParticular.test(String(part.pattern ?? '')));
  if (kept.length > 0) jsonSchema.allOf = kept;
  else delete jsonSchema.allOf;
}

/** Drops the schema's own name: in the document its place names it. */
function dropNames({ $schema: _schema, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
