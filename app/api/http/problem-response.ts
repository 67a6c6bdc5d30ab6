/** The JSON API's response to a failure, which is the same for every call. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { BufferedBodies } from '~/context';
import type { User } from '~/db/accounts/users';
import type { Membership } from '~/db/organizations/memberships';
import { describeProblem, type Problem, problems } from '~/problem';
import type { ProblemArea } from '~/problem-areas';
import type { Actor } from '~/services/actor';

/** The caller, and the organization that they act for. */
export type ApiActor = { kind: 'actor'; address: string } & Actor;

/** The values that the server sets for every call. */
export interface ApiEnv {
  Bindings: HttpBindings & {
    /** Set for a GET that compares what a call changes: it counts as no call of its own. */
    isPartOfCall?: boolean;
  };
  Variables: {
    /** The content security policy's nonce of this response. */
    secureHeadersNonce?: string;
    /** The caller's network address, behind a trusted proxy, the one that the proxy names. */
    address: string;
    /** The caller, set by a guard of `authorize.ts` as one of these. */
    actor?: ApiActor;
    person?: User;
    memberships?: Membership[];
    /** The area whose words describe what is wrong with a body of this route. */
    area?: ProblemArea | undefined;
    /** The value that `readJsonBody` read, as by JSON.parse; nobody changes it. `c.req.json()` would parse the text again. */
    sentJson?: unknown;
    /** Whether the body took long to arrive after the guard had let the call pass. */
    hadSlowBody?: boolean;
    /** What a change with `If-Match` is compared with. */
    present?: {
      /** Returns the response to a GET at the address, by the sender of the change. */
      read: () => Promise<Response>;
      /** Resolves when no other such change at the address is under way; the returned function ends this one. */
      takeTurn: () => Promise<() => void>;
    };
    /** The version that `If-Match` named: another version at the time of the write is a conflict. */
    matchedVersion?: number;
    /** `updatedAt` of what `If-Match` named, for what has no version. */
    matchedTime?: string;
    /** Names the request in the log and in the response. */
    requestId: string;
    /** Set for a form whose sender is not logged in. */
    isGuest?: boolean;
    /** Counts the bodies of unauthenticated callers. */
    bodies?: BufferedBodies;
  };
}

/** The most bytes that any request may have: a chain with its bodies, in a form or as JSON. */
export const maxBodyBytes = 4 * 1024 * 1024;

/** On a screen both versions are offered instead. */
const conflictText = `${problems.conflict.message} Read it again, and send your change with the version that it has now.`;

/** Returns `{"message", "code", "fields"?}`, the status, `Retry-After` and, for a 401, the challenge of RFC 9110 §11.6.1. */
export function problemResponse(c: Context<ApiEnv>, problem: Problem, area?: ProblemArea): Response {
  const isConflict = problem.kind === 'conflict' && problem.message === undefined;
  const worded = isConflict ? { ...problem, message: conflictText } : problem;
  const { status, headers, body } = describeProblem(worded, area);
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  headers['Cache-Control'] = 'no-store';
  return c.json(body, status, headers);
}
