/** How the JSON API reads a body and answers a failure: the same for every call. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { z } from 'zod';
import { describeProblem, type Problem, type ProblemArea } from '~/problem';

/** What the server sets for every call. */
export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The content security policy's nonce of this answer. */
    secureHeadersNonce?: string;
    /** The caller's network address, as far as a trusted proxy tells it. */
    address: string;
    /** Names the request in the log and in the answer. */
    requestId: string;
  };
}

/** Bytes that no request exceeds: a chain with its bodies, in a form or as JSON. */
export const largestBody = 4 * 1024 * 1024;

/** `{"message", "code", "fields"?}` with the problem's status, `Retry-After` and, for a 401, the challenge of RFC 9110 §11.6.1. */
export function answerProblem(c: Context<ApiEnv>, problem: Problem, area?: ProblemArea): Response {
  const { status, headers, body } = describeProblem(problem, area);
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  return c.json(body, status, headers);
}

/**
 * Reads a JSON body of at most `maxBytes` (256 KiB unless told) by a schema. Problems: not-json, too-large, unparsable, and invalid with the
 * messages by field, nested ones as `apiCalls.0.url`. Fields the schema does not know are dropped.
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context<ApiEnv>,
  schema: Schema,
  maxBytes = 256 * 1024,
): Promise<{ kind: 'value'; value: z.output<Schema> } | Problem> {
  // Insisting on the type is a defence, too: a page of another site cannot send it without asking first (CORS).
  const [type] = (c.req.header('Content-Type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/json') return { kind: 'not-json' };
  const text = await readText(c.req.raw, maxBytes);
  if (text === undefined) return { kind: 'too-large' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'unparsable' };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { kind: 'value', value: parsed.data };
  return describeIssues(parsed.error.issues);
}

/** The body as text, or undefined as soon as it proves too large. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk?.value) return Buffer.concat(chunks).toString('utf8');
    bytes += chunk.value.byteLength;
    if (bytes > maxBytes) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(chunk.value);
  }
}

function describeIssues(issues: z.core.$ZodIssue[]): Problem {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const name = path.join('.');
    if (name) (fields[name] ??= []).push(message);
  }
  return { kind: 'invalid', ...(Object.keys(fields).length > 0 && { fields }) };
}
