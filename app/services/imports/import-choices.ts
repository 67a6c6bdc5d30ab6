// The calls of an import as its screen shows them: a page of what a search found, and what was picked elsewhere.
import type { ImportChoice, ImportNote } from '~/engine/import/draft/draft';
import { createSearch } from '~/engine/import/search';
import { limits } from '~/engine/schema/limits';

/** What was read of a document. */
export interface ReadCalls {
  calls: ImportChoice[];
  notes: ImportNote[];
}

export interface ListingQuery {
  search: string;
  /** From 1. */
  page: number;
  /** The keys of the calls that are picked; undefined before anybody picked or searched. */
  keys: string[] | undefined;
}

/** A call that may be added, as far as the screen shows it. */
export interface ImportOption {
  key: string;
  label: string;
  group: string;
  method: string;
  url: string;
  details: string;
  notes: string[];
}

export interface ImportListing {
  kind: 'listing';
  /** This page of what was found. */
  choices: ImportOption[];
  /** What is picked and does not stand on this page. */
  elsewhere: ImportOption[];
  checked: string[];
  /** More were picked than an integration can have; the first of them are kept. */
  isTooMuch: boolean;
  /** API calls of an integration. */
  most: number;
  notes: ImportNote[];
  /** How many the search found, and how many there are. */
  found: number;
  all: number;
  page: number;
  pages: number;
}

const pageSize = 50;
/** Of so few, all are meant. */
const mostChecked = 10;

/** A page that is beyond the last one is the last one. */
export function listChoices(
  { calls, notes }: ReadCalls,
  { search, page, keys }: ListingQuery,
): ImportListing {
  const found = calls.filter(createSearch(search));
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const shownPage = Math.min(Math.max(1, page), pages);
  const choices = found.slice((shownPage - 1) * pageSize, shownPage * pageSize);
  const shown = new Set(choices.map(({ key }) => key));
  const wanted = new Set(keys ?? (calls.length > mostChecked ? [] : shown));
  const picked = calls.filter(({ key }) => wanted.has(key));
  const kept = picked.slice(0, limits.calls);
  return {
    kind: 'listing',
    choices: choices.map(describeOption),
    elsewhere: kept.filter(({ key }) => !shown.has(key)).map(describeOption),
    checked: kept.map(({ key }) => key),
    isTooMuch: picked.length > kept.length,
    most: limits.calls,
    notes,
    found: found.length,
    all: calls.length,
    page: shownPage,
    pages,
  };
}

const authNames = {
  none: '',
  bearer: 'Bearer token',
  basic: 'Basic authentication',
  connection: 'Connection',
};

function describeOption({ key, label, group, call, notes }: ImportChoice): ImportOption {
  const headers = Object.keys(call.headers);
  const parts = [
    authNames[call.authConfig.type],
    headers.length > 0 && `Headers: ${cut(headers.join(', '))}`,
    call.body && `Body: ${call.body.length > 200 ? `${call.body.slice(0, 200)}…` : call.body}`,
  ];
  return {
    key,
    label: cut(label),
    group: cut(group),
    method: call.method,
    url: cut(call.url),
    details: parts.filter(Boolean).join(' · '),
    notes: notes.slice(0, 20).map(cut),
  };
}

function cut(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
