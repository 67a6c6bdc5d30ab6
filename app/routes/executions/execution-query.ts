// The query for executions, as the address holds it.
import { parseStatus } from '~/components/integration/status-labels';
import type { ExecutionStatus } from '~/engine/run/execution-status';

export interface ExecutionsQuery {
  /** Words to find in the logs; empty for any. */
  q: string;
  status: ExecutionStatus | '';
  /** The tag of the executions' integrations; empty for all. */
  tag: string;
  /** The id of the last execution of the page before; null on the newest page. */
  before: string | null;
}

const maxLength = 500;

export function readExecutionsQuery(search: URLSearchParams): ExecutionsQuery {
  const read = (name: string) => (search.get(name) ?? '').trim().slice(0, maxLength);
  return {
    q: read('q'),
    status: parseStatus(read('status')) ?? '',
    tag: read('tag'),
    before: search.get('before') || null,
  };
}

export function executionsUrl({ q, status, tag, before }: ExecutionsQuery): string {
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(before && { before }),
  });
  return search.size > 0 ? `/executions?${search}` : '/executions';
}
