/** How the JSON API answers a failure: the same for every call. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { BufferedBodies } from '~/context';
import type { User } from '~/db/accounts/users';
import { describeProblem, type Problem, type ProblemArea } from '~/problem';
import type { Actor } from '~/services/actor';

/** Who calls, for which organization. */
export type ApiActor = { kind: 'actor'; address: string } & Actor;

/** What the server sets for every call. */
export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: {
    /** The content security policy's nonce of this response. */
    secureHeadersNonce?: string;
    /** The caller's network address, as far as a trusted proxy tells it. */
    address: string;
    /** Set by the guards of `authorize.ts`, one or the other. */
    actor?: ApiActor;
    person?: User;
    /** In whose words this route tells what is wrong with a body. */
    area?: ProblemArea | undefined;
    /** What `readJsonBody` read. */
    sentJson?: unknown;
    /** The body was on its way for a while behind the guard. */
    hadSlowBody?: boolean;
    /** Which version `If-Match` named: another one by the time of the write is a conflict. */
    matchedVersion?: number;
    /** Names the request in the log and in the response. */
    requestId: string;
    /** Where bodies of those who may be anybody are counted. */
    bodies?: BufferedBodies;
  };
}

/** Bytes that no request exceeds: a chain with its bodies, in a form or as JSON. */
export const largestBody = 4 * 1024 * 1024;

/** `{"message", "code", "fields"?}` with the problem's status, `Retry-After` and, for a 401, the challenge of RFC 9110 §11.6.1. */
export function problemResponse(c: Context<ApiEnv>, problem: Problem, area?: ProblemArea): Response {
  const { status, headers, body } = describeProblem(problem, area);
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  headers['Cache-Control'] = 'no-store';
  return c.json(body, status, headers);
}
