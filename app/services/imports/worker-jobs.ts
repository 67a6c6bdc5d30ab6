// The jobs on foreign documents. Each runs in a process of its own: its result is small, or bytes that are passed on as they
// are.
import { formatCount } from '~/engine/texts/format-count';
import { parseDocument } from '~/engine/import/draft/document';
import { type CallDraft, cleanLine, type ImportNote, importLimits } from '~/engine/import/draft/draft';
import { readIntegrationFile, type ReadIntegration } from '~/engine/import/integration-file';
import type { ReadIntegrations } from '~/engine/import/integrations-file';
import { type ImportFormat, readImport } from '~/engine/import/read-import';
import { tooLongText } from '~/engine/import/draft/size';
import { createSearch } from '~/engine/import/search';
import { decodeAs, findMark, notUtf8Text } from '~/engine/http/charset';
import { halfPairText, holdsHalfPair } from '~/engine/json/half-pair';
import { limits } from '~/engine/schema/limits';
import { truncate } from '~/engine/texts/truncate';
import '~/engine/schema/issue-words';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem } from '~/problem';
import { type ImportListing, listImportChoices, type ListingQuery, type ReadCalls } from './import-choices';
import type { KeptResult } from './imported-integration';
import { ImportRequest } from './request-schema';
import { readUpload, type UploadLocation, writeUpload } from './sealed-upload';
import {
  halfPairOfFile,
  parseOwnFile,
  readParsedIntegrations,
  type IntegrationTexts,
  splitFiles,
} from './integration-texts';

/** How a form was sent, and where to keep what is read of it. The form itself is the document of the job. */
export interface FormJob {
  /** The content type. */
  type: string;
  place: UploadLocation;
}

/** What was read of one document. The screen for calls and that for integrations each take only what it kept. */
type Kept =
  | ReadCalls
  | ((ReadIntegration | ReadIntegrations) & { kind: 'integration' | 'integrations' })
  | KeptResult;

/** The keys are those of the calls, in their order. */
type PickedCalls = { kind: 'calls'; calls: CallDraft[]; keys: string[] } | Problem;

/** The maximum length of a text without calls that goes back into its field; a longer one is a document, and stays a file. */
const maxEchoLength = 64 * 1024;
/** The maximum characters of the calls added at once, as JSON: the event loop checks and saves them beside other work. */
const maxPicked = 1024 * 1024;
/** The maximum characters of all that is kept of one document, as JSON. */
const maxStored = 32 * 1024 * 1024;
/** The maximum characters of the calls of a preview, as JSON: a short command can give hundreds of calls the same long body. */
const maxPreview = 8 * 1024 * 1024;

const importJobs = {
  /** Reads the calls of a form's `file`, or else of its `text`, and keeps them. */
  async keepCalls(
    { type, place }: FormJob,
    form: Uint8Array,
  ): Promise<{ kind: 'kept' } | { kind: 'nothing'; notes: ImportNote[]; text: string } | Problem> {
    const source = await readSource(form, type);
    if (source === undefined) return { kind: 'unparsable' };
    const { text, typed, fileName } = source;
    const { format, calls, notes } = readImport(text);
    if (calls.length > 0) return writeUpload(place, writeCalls({ format, calls, notes }));
    const isRead = fileName !== undefined && text.length <= importLimits.length;
    const shown = isRead ? notes.map((note) => nameFile(note, fileName)) : notes;
    return { kind: 'nothing', notes: shown, text: typed.length > maxEchoLength ? '' : typed };
  },

  /** Reads an exported integration of a form, or a file of integrations, and keeps what it read. */
  async keepIntegration({ type, place }: FormJob, form: Uint8Array): Promise<{ kind: 'kept' } | Problem> {
    const source = await readSource(form, type);
    if (source === undefined) return { kind: 'unparsable' };
    const read = readDrafts(source.text);
    if (read.kind === 'unreadable') return { kind: 'invalid', message: read.message };
    return writeUpload(place, JSON.stringify(read));
  },

  /** Returns a page of the kept calls. */
  async list({ place, ...wish }: { place: UploadLocation } & ListingQuery): Promise<ImportListing | Problem> {
    const kept = await readUpload<Kept>(place);
    return kept && 'calls' in kept ? listImportChoices(kept, wish) : { kind: 'not-found' };
  },

  /** Returns the kept calls with these keys. */
  async pick({ place, keys }: { place: UploadLocation; keys: string[] }): Promise<PickedCalls> {
    const kept = await readUpload<Kept>(place);
    return kept && 'calls' in kept ? pickCalls(kept, keys) : { kind: 'not-found' };
  },

  /** Returns the kept integration, or all that one file brought; once they are imported, what became of them. */
  async recallIntegration({
    place,
  }: {
    place: UploadLocation;
  }): Promise<(ReadIntegration & { kind: 'integration' }) | IntegrationTexts | KeptResult | Problem> {
    const kept = await readUpload<Kept>(place);
    if (!kept || 'calls' in kept) return { kind: 'not-found' };
    return kept.kind === 'integrations' ? splitFiles(kept) : kept;
  },

  /** Performs a request of the JSON API with its whole document. `json` is a response. */
  respond(_input: object, request: Uint8Array) {
    return performRequest(request);
  },
};

export type ImportJobs = typeof importJobs;

/** A job with its input, as it is sent to the process that performs it. */
export interface ImportTask {
  name: keyof ImportJobs;
  input: unknown;
  /** What was uploaded, up to 24 MiB. Jobs on what is kept already have none. */
  document?: Uint8Array | undefined;
}

export async function performImportTask({ name, input, document }: ImportTask): Promise<object> {
  const job = importJobs[name] as (given: unknown, uploaded?: Uint8Array) => object | Promise<object>;
  return job(input, document);
}

function performRequest(bytes: Uint8Array):
  | { kind: 'preview'; json: Uint8Array }
  | { kind: 'picked'; integrationId: string; version: number | undefined; picked: PickedCalls }
  | {
      kind: 'draft';
      integration: ReadIntegration;
      name: string | undefined;
      description: string | undefined;
      connections: Record<string, string>;
    }
  | (IntegrationTexts & Pick<ImportRequest, 'dryRun' | 'keys' | 'onConflict' | 'connections'>)
  | Problem {
  const json = decodeAs(bytes, undefined);
  if (json === undefined) return { kind: 'unparsable', message: notUtf8Text };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { kind: 'unparsable' };
  }
  if (holdsHalfPair(json)) return { kind: 'unparsable', message: halfPairText };
  const parsed = ImportRequest.safeParse(value);
  if (!parsed.success) return { kind: 'invalid', fields: listFields(parsed.error.issues) };
  const { text, dryRun, integrationId, keys, version, name, description, ...wish } = parsed.data;
  const { connections, onConflict } = wish;
  if (text.length > importLimits.length) return { kind: 'too-large', message: tooLongText };
  const document = integrationId === undefined ? parseOwnFile(text) : undefined;
  const many = readParsedIntegrations(text, document);
  if (many?.kind === 'unreadable') return { kind: 'invalid', message: many.message };
  if (many) return { ...splitFiles(many), dryRun, keys, onConflict, connections };
  if (!dryRun && integrationId === undefined) {
    return { kind: 'draft', integration: readDraft(text, document), name, description, connections };
  }
  const read = readImport(text, document);
  if (!dryRun && integrationId !== undefined) {
    return { kind: 'picked', integrationId, version, picked: pickCalls(read, keys) };
  }
  const found = read.calls.filter(createSearch(wish.search));
  const calls = writeFitting(found.slice(wish.offset, wish.offset + wish.limit), maxPreview).join(',');
  const preview = `{"format":"${read.format}","calls":[${calls}],"total":${found.length},"notes":${JSON.stringify(read.notes)}}`;
  return { kind: 'preview', json: new TextEncoder().encode(preview) };
}

function readDrafts(text: string): ReadIntegration | ReadIntegrations {
  if (text.length > importLimits.length) return { kind: 'unreadable', message: tooLongText };
  const document = parseOwnFile(text);
  return readParsedIntegrations(text, document) ?? readDraft(text, document);
}

function readDraft(text: string, document: unknown): ReadIntegration {
  if (holdsHalfPair(text)) return { kind: 'unreadable', message: halfPairOfFile };
  // The file of another product, which names no format of this one, is read to say whose it is.
  return readIntegrationFile(document ?? parseDocument(text));
}

/** Says of a note about a whole file which file was read. */
function nameFile(note: ImportNote, fileName: string): ImportNote {
  const name = truncate(cleanLine(fileName), 60);
  return note.call === undefined ? { message: `The file ${name} was read. ${note.message}` } : note;
}

/** `typed`: what stands in the field for a text, which counts when no file is chosen. */
interface Source {
  text: string;
  typed: string;
  fileName?: string;
}

/** Reads the chosen file, or else the pasted text. Restores line breaks, which a form sends as two characters. */
async function readSource(bytes: Uint8Array, type: string): Promise<Source | undefined> {
  const response = new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'Content-Type': type } });
  const form = await response.formData().catch(() => undefined);
  if (!form) return undefined;
  const file = form.get('file');
  const typed = String(form.get('text') ?? '').replace(/\r\n/g, '\n');
  if (!(file instanceof File) || file.size === 0) return { text: typed, typed };
  const text = (await readText(file)).replace(/\r\n/g, '\n');
  return { text, typed, fileName: file.name };
}

/** Windows PowerShell writes what a command prints to a file in UTF-16, with a byte order mark. */
async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(findMark(bytes)).decode(bytes);
}

function pickCalls({ calls, notes }: Pick<ReadCalls, 'calls' | 'notes'>, keys?: string[]): PickedCalls {
  const wanted = keys && new Set(keys);
  const chosen = wanted ? calls.filter(({ key }) => wanted.has(key)) : calls;
  if (chosen.length === 0) {
    const nothing = notes[0]?.message ?? 'There are no API calls in this text.';
    return { kind: 'invalid', message: calls.length > 0 ? 'Choose at least one API call.' : nothing };
  }
  if (chosen.length > limits.calls) {
    return { kind: 'invalid', message: `An integration may have at most ${limits.calls} API calls` };
  }
  const picked = chosen.map(({ call }) => call);
  if (JSON.stringify(picked).length > maxPicked) {
    return {
      kind: 'invalid',
      message: 'Together these API calls are longer than 1 MiB. Add fewer at a time.',
    };
  }
  return { kind: 'calls', calls: picked, keys: chosen.map(({ key }) => key) };
}

/** Writes the calls as JSON, as many as may be kept. */
function writeCalls({
  format,
  calls,
  notes,
}: {
  format: ImportFormat;
  calls: ReadCalls['calls'];
  notes: ImportNote[];
}): string {
  const written = writeFitting(calls, maxStored);
  const left: ImportNote = {
    message: `Only the first ${formatCount(written.length)} calls are listed.`,
  };
  const said = written.length < calls.length ? [left, ...notes] : notes;
  return `{"format":"${format}","notes":${JSON.stringify(said)},"calls":[${written.join(',')}]}`;
}

/** Writes each call as JSON: the first one, and as many of the others as together have at most this length. */
function writeFitting(calls: ReadCalls['calls'], maxLength: number): string[] {
  const written: string[] = [];
  let length = 0;
  for (const call of calls) {
    const text = JSON.stringify(call);
    length += text.length;
    if (length > maxLength && written.length > 0) break;
    written.push(text);
  }
  return written;
}
