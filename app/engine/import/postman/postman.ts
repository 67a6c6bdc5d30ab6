// Reads Postman Collection 2.0 and 2.1 (schema.getpostman.com/json/collection): flattens folders, inherits authentication.
import {
  addDraft,
  addNote,
  appendQuery,
  cleanLine,
  encodePart,
  type Imported,
  toVariableName,
} from '../draft/draft';
import { type FormPart, writeForm, writeFormWithFiles } from '../draft/form';
import { describeFile, nameFileVariable } from '../draft/left-file';
import { asList, asNode, asScalar, asText, type Node } from '../draft/document';
import { readAuth } from './postman-auth';
import { fill } from './postman-variables';
import { truncate } from '../../texts/truncate';

interface Folder {
  path: string;
  auth: unknown;
  depth: number;
}

/** Checks whether a document says that it is a collection of version 2. */
export function isPostmanCollection(document: unknown): boolean {
  const { info, item } = asNode(document);
  return Array.isArray(item) && /collection\/v2/.test(asText(asNode(info).schema));
}

/** Reads the requests of a collection. The group of a call is the path of its folder. */
export function parsePostman(document: unknown): Imported {
  const imported: Imported = { calls: [], notes: [] };
  const collection = asNode(document);
  const values = new Map(
    asList(collection.variable).map((entry) => {
      const { key, id, value } = asNode(entry);
      return [asText(key) || asText(id), asScalar(value) ?? ''];
    }),
  );
  noteScripts(collection, 'The collection', imported);
  addItems(imported, collection.item, { path: '', auth: collection.auth, depth: 0 }, values);
  return imported;
}

function addItems(imported: Imported, items: unknown, folder: Folder, values: Map<string, string>): void {
  if (folder.depth > 20) {
    addNote(imported, { message: `The folders in “${truncate(folder.path, 60)}” are nested too deeply.` });
    return;
  }
  for (const entry of asList(items)) {
    const item = asNode(entry);
    const name = cleanLine(asText(item.name));
    const auth = item.auth ?? folder.auth;
    if (Array.isArray(item.item)) {
      const path = [folder.path, name].filter(Boolean).join(' / ');
      noteScripts(item, `The folder “${truncate(path, 60)}”`, imported);
      addItems(imported, item.item, { path, auth, depth: folder.depth + 1 }, values);
    } else addRequest(imported, item, { ...folder, auth }, values);
  }
}

function noteScripts(item: Node, what: string, imported: Imported): void {
  if (asList(item.event).some(hasScript)) {
    addNote(imported, { message: `${what} has scripts, which cannot be run.` });
  }
}

function hasScript(event: unknown): boolean {
  const { exec } = asNode(asNode(event).script);
  return asList(exec).some((line) => asText(line).trim()) || asText(exec).trim() !== '';
}

function addRequest(imported: Imported, item: Node, folder: Folder, values: Map<string, string>): void {
  const { request: given } = item;
  const request = typeof given === 'string' ? { url: given } : asNode(given);
  const notes: string[] = [];
  const name = asText(item.name);
  if (asList(item.event).some(hasScript)) notes.push('Its scripts cannot be run.');
  const headers = listHeaders(request.header).map(([key, value]): [string, string] => [
    key,
    fill(value, notes),
  ]);
  const auth = readAuth(asNode(request.auth ?? folder.auth), notes);
  const body = readBody(asNode(request.body), notes);
  // The type of a form names its boundary, which is another here.
  const kept = body.isForm ? headers.filter((header) => !isContentType(header)) : headers;
  if (body.type && !kept.some(isContentType)) kept.push(['Content-Type', body.type]);
  const url = readUrl(request.url, values, notes);
  addDraft(imported, {
    label: name || url,
    group: folder.path,
    method: asText(request.method) || 'GET',
    url: appendQuery(url, auth.query),
    headers: [...auth.headers, ...kept],
    body: body.text,
    bodyType: body.bodyType,
    bearer: auth.bearer,
    credentials: auth.credentials,
    notes,
  });
}

function listEnabled(entries: unknown): Node[] {
  return asList(entries)
    .map(asNode)
    .filter(({ disabled, key }) => disabled !== true && asText(key) !== '');
}

function isContentType([name]: [name: string, value: string]): boolean {
  return name.toLowerCase() === 'content-type';
}

/** Reads a list of `{key, value}`, or a text with one header a line; a line that begins with `//` is disabled. */
function listHeaders(given: unknown): [name: string, value: string][] {
  if (typeof given !== 'string') {
    return listEnabled(given).map(({ key, value }) => [asText(key), asText(value)]);
  }
  return given.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name = '', value = ''] = /^([^:]*):?(.*)$/.exec(line) ?? [];
    return name.trim() === '' || name.startsWith('//') ? [] : [[name.trim(), value.trim()]];
  });
}

function readUrl(given: unknown, values: Map<string, string>, notes: string[]): string {
  const node = asNode(given);
  let raw = typeof given === 'string' ? given : asText(node.raw) || joinUrl(node);
  // A variable at the beginning is replaced by its value: when a variable decides the host, a call keeps no credentials.
  raw = raw
    .trim()
    .replace(/^\{\{([^{}]{1,200})\}\}/, (whole, name: string) => values.get(name.trim()) || whole);
  const [address = '', ...fragment] = raw.split('#');
  const [base = '', ...query] = address.split('?');
  const variables = new Map(
    asList(node.variable).map((entry) => [asText(asNode(entry).key), asScalar(asNode(entry).value)]),
  );
  // The whole segment is the name, including dashes and dots.
  const path = base.replace(/\/:([^/{}]+)(?=\/|$)/g, (_whole, name: string) => {
    const value = variables.get(name);
    return `/${value ? encodePart(fill(value, notes)) : `{{${toVariableName(name)}}}`}`;
  });
  const search = Array.isArray(node.query)
    ? listEnabled(node.query)
        .map(({ key, value }) => `${asText(key)}=${asText(value)}`)
        .join('&')
    : query.join('?');
  const url = fill(appendQuery(path, search.replace(/ /g, '%20')), notes);
  if (fragment.length > 0) notes.push('What follows the # of the address is never sent and was left out.');
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url) || url.startsWith('{{') || !url ? url : `http://${url}`;
}

/** Joins the URL of a request that has only its parts, which the schema allows; `readUrl` reads the query. */
function joinUrl({ protocol, host, port, path }: Node): string {
  const name = typeof host === 'string' ? host : asList(host).map(asText).join('.');
  if (name === '') return '';
  const segments = typeof path === 'string' ? [path.replace(/^\//, '')] : asList(path).map(readSegment);
  // Some collections write `https://`.
  const [scheme] = asText(protocol).split(/[:/]/, 1);
  return [
    scheme && `${scheme}://`,
    name,
    (asText(port) || typeof port === 'number') && `:${String(port)}`,
    segments.length > 0 && `/${segments.join('/')}`,
  ]
    .filter(Boolean)
    .join('');
}

/** Reads a segment of a path: a text, or `{type, value}`. */
function readSegment(segment: unknown): string {
  return typeof segment === 'string' ? segment : asText(asNode(segment).value);
}

/** The content types of the languages of a raw body. */
const languageTypes = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['text', 'text/plain'],
  ['javascript', 'application/javascript'],
]);

/** Reads a field of a form: a text, a file, or a list of files, each of which is a field. */
function readPart({ key, value, type, src, contentType }: Node): FormPart[] {
  const name = asText(key);
  const media = asText(contentType) || undefined;
  if (type !== 'file') return [{ name, value: asScalar(value) ?? '', ...(media && { type: media }) }];
  const paths = Array.isArray(src) && src.length > 0 ? src.map(asText) : [asText(src)];
  return paths.map((path) => ({ name, value: '', file: { path, type: media } }));
}

interface ReadBody {
  text: string;
  type?: string | undefined;
  bodyType?: 'file' | 'multipart';
  isForm?: true;
}

function readBody(body: Node, notes: string[]): ReadBody {
  if (body.disabled === true) return { text: '' };
  switch (body.mode) {
    case 'raw': {
      const language = asText(asNode(asNode(body.options).raw).language);
      const text = fill(asText(body.raw), notes);
      // Postman keeps the language of a body that was emptied.
      if (text === '' && language !== 'json') return { text };
      const looksJson = /^\s*[{[]/.test(text);
      return { text, type: languageTypes.get(language || (looksJson ? 'json' : '')) };
    }
    case 'urlencoded': {
      const pairs = listEnabled(body.urlencoded).map(
        ({ key, value }) => `${encodePart(asText(key))}=${encodePart(fill(asText(value), notes))}`,
      );
      return { text: pairs.join('&'), type: 'application/x-www-form-urlencoded' };
    }
    case 'graphql': {
      const { query, variables } = asNode(body.graphql);
      const written = fill(asText(variables).trim(), notes) || '{}';
      return {
        text: `{\n  "query": ${JSON.stringify(fill(asText(query), notes))},\n  "variables": ${written}\n}`,
        type: 'application/json',
      };
    }
    case 'formdata': {
      const parts = listEnabled(body.formdata).flatMap(readPart);
      if (parts.some(({ file }) => file)) {
        const text = writeFormWithFiles(parts, (each) => fill(each, notes), notes);
        return { text, bodyType: 'multipart', isForm: true };
      }
      const texts = parts.map(({ value, ...part }) => Object.assign(part, { value: fill(value, notes) }));
      const form = texts.length > 0 ? writeForm(texts) : undefined;
      return form ? { text: form.body, type: form.contentType, isForm: true } : { text: '' };
    }
    case 'file': {
      const variable = nameFileVariable('file');
      const path = asText(asNode(body.file).src);
      notes.push(describeFile('The body', variable, { path }));
      return { text: `{{${variable}}}`, bodyType: 'file' };
    }
    default:
      return { text: '' };
  }
}
