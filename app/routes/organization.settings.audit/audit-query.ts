// Which entries of the audit log are shown, as the address holds it.
import type { AuditFilter } from '~/db/organizations/audit-log';
import { readSearch } from '~/components/list-search/search-query';

export interface AuditQuery {
  /** The kind of the entries; empty for all. */
  kind: string;
  search: string;
  /** The first and the last day in UTC, such as 2026-01-31; empty for no limit. */
  from: string;
  to: string;
  /** The id of the last entry of the page before; empty on the newest page. */
  before: string;
}

/** The names of the address's parameters. */
export const auditParams = ['kind', 'search', 'from', 'to', 'before'] as const;

const dayMs = 24 * 60 * 60 * 1000;

export function readAuditQuery(address: URLSearchParams): AuditQuery {
  const read = (name: string) => address.get(name)?.trim() ?? '';
  return {
    kind: read('kind'),
    search: readSearch(address),
    from: readDay(read('from')),
    to: readDay(read('to')),
    before: read('before'),
  };
}

function readDay(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

export function auditUrl(query: AuditQuery): string {
  const used = auditParams.filter((name) => query[name] !== '').map((name) => [name, query[name]]);
  return `?${new URLSearchParams(used).toString()}`;
}

export function isFiltered({ kind, search, from, to }: AuditQuery): boolean {
  return [kind, search, from, to].some((value) => value !== '');
}

export function toFilter({ kind, search, from, to, before }: AuditQuery): AuditFilter {
  return {
    ...(kind && { kind }),
    ...(search && { search }),
    ...(from && { from: Date.parse(from) }),
    ...(to && { to: Date.parse(to) + dayMs }),
    ...(before && { before }),
  };
}
