// The calls of an import as its screen shows them: a page of search results, and the calls picked on other pages.
import type { ImportChoice, ImportNote } from '~/engine/import/draft/draft';
import { createSearch } from '~/engine/import/search';
import { limits } from '~/engine/schema/limits';
import { truncate } from '~/engine/texts/truncate';

/** The calls that were read from a document. */
export interface ReadCalls {
  calls: ImportChoice[];
  notes: ImportNote[];
}

export interface ListingQuery {
  search: string;
  /** The page, from 1. */
  page: number;
  /** The keys of the calls that are picked; undefined before anybody picked or searched. */
  keys: string[] | undefined;
}

/** A call that may be added, with the parts that the screen shows. */
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
  /** The search results on this page. */
  choices: ImportOption[];
  /** The picked calls that are not on this page. */
  elsewhere: ImportOption[];
  checked: string[];
  /** Whether more calls were picked than an integration can have; the first ones are kept. */
  isTooMuch: boolean;
  /** The maximum number of API calls of an integration. */
  most: number;
  notes: ImportNote[];
  /** The number of calls that the search found, and of all calls. */
  found: number;
  all: number;
  page: number;
  pages: number;
}

const pageSize = 50;
const maxTextLength = 500;
/** The number of calls up to which all are picked at first. */
const maxChecked = 10;

/** Lists a page of calls; a page beyond the last one gives the last one. */
export function listImportChoices(
  { calls, notes }: ReadCalls,
  { search, page, keys }: ListingQuery,
): ImportListing {
  const found = calls.filter(createSearch(search));
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const shownPage = Math.min(Math.max(1, page), pages);
  const choices = found.slice((shownPage - 1) * pageSize, shownPage * pageSize);
  const shown = new Set(choices.map(({ key }) => key));
  const wanted = new Set(keys ?? (calls.length > maxChecked ? [] : shown));
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
    headers.length > 0 && `Headers: ${truncate(headers.join(', '), maxTextLength)}`,
    call.body && `Body: ${truncate(call.body, 200)}`,
  ];
  return {
    key,
    label: truncate(label, maxTextLength),
    group: truncate(group, maxTextLength),
    method: call.method,
    url: truncate(call.url, maxTextLength),
    details: parts.filter(Boolean).join(' · '),
    notes: notes.slice(0, 20).map((text) => truncate(text, maxTextLength)),
  };
}
