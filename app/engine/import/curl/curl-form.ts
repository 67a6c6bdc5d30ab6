// Reads the multipart forms of `-F` (RFC 7578). Forms of texts become a body; forms with files become a call's form.
import { cleanLine } from '../draft/draft';
import { type CurlFile, describeFile, nameFileVariable, writeFilePlaceholder } from './curl-files';
import { truncate } from '../../texts/truncate';

export interface FormPart {
  name: string;
  value: string;
  /** The media type of the part, when one was given. */
  type?: string;
  /** The file, which replaces the value. */
  file?: CurlFile;
}

type ReadPart = { kind: 'part'; part: FormPart; note?: string } | { kind: 'refused'; note: string };

/** Reads `name=content`, optionally quoted and followed by `;type=…`, as curl's manual says. */
export function readFormPart(field: string): ReadPart {
  const equals = field.indexOf('=');
  if (equals === -1) return { kind: 'refused', note: `The form field ${show(field)} (-F) has no value.` };
  const name = field.slice(0, equals);
  const written = field.slice(equals + 1);
  const { value, rest } = splitValue(written);
  const { value: path } = splitValue(written.slice(1));
  if (written.startsWith('@') && path !== '' && path !== '-') {
    const [filename, type] = ['filename', 'type'].map((option) => findPartOption(written, option));
    return { kind: 'part', part: { name, value: '', file: { path, filename, type } } };
  }
  if (/^[@<]/.test(written)) {
    return { kind: 'refused', note: describeLeftFile(name, { path: value.replace(/^[@<]"?|"$/g, '') }) };
  }
  if (/^[()]/.test(written)) {
    return { kind: 'refused', note: `The form field ${show(name)} (-F) is a form itself and was left out.` };
  }
  const type = /^type=([\w.+-]+\/[\w.+-]+(?:;\s*charset=[\w-]+)?)$/i.exec(rest.trim())?.[1];
  const note =
    rest.trim() && !type ? `Of the form field ${show(name)} (-F), ${show(rest)} was left out.` : undefined;
  return { kind: 'part', part: { name, value, type }, note };
}

export function describeLeftFile(field: string, { path }: CurlFile): string {
  return `The form field ${show(field)} (-F) holds the file ${show(path)} and was left out.`;
}

/** Finds the `type` or `filename` after a file; the value may be quoted. */
function findPartOption(written: string, option: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${option}=(?:"([^"]*)"|([^;]*))`).exec(written) ?? [];
  return (quoted ?? plain)?.trim() || undefined;
}

function show(text: string): string {
  return `“${truncate(cleanLine(text), 60)}”`;
}

function splitValue(written: string): { value: string; rest: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)"\s*(?:;(.*))?$/s.exec(written);
  if (quoted) return { value: (quoted[1] ?? '').replace(/\\(["\\])/g, '$1'), rest: quoted[2] ?? '' };
  const end = written.indexOf(';');
  if (end === -1) return { value: written, rest: '' };
  return { value: written.slice(0, end), rest: written.slice(end + 1) };
}

/** Writes a form with files as calls do: a JSON object of its fields. `keep` handles braces in texts. */
export function writeFormWithFiles(
  parts: FormPart[],
  keep: (text: string) => string,
  notes: string[],
): string {
  const fields = new Map<string, string[]>();
  const taken = new Set<string>();
  for (const { name, value, type, file } of parts) {
    let written = keep(value);
    if (file) {
      const variable = nameFileVariable(name, taken);
      taken.add(variable);
      written = writeFilePlaceholder(variable, file);
      notes.push(describeFile(`The form field ${show(name)} (-F)`, variable, file));
    } else if (type !== undefined) {
      notes.push(`Of the form field ${show(name)} (-F), the type ${show(type)} was left out.`);
    }
    fields.set(keep(name), [...(fields.get(keep(name)) ?? []), written]);
  }
  const entries = [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/**
 * Writes the body of a form and its Content-Type: `ownType`, if given, with the form's boundary. The same parts always make the
 * same body.
 */
export function writeForm(parts: FormPart[], ownType?: string): { body: string; contentType: string } {
  const type = ownType?.replace(/;\s*boundary=(?:"[^"]*"|[^;]*)/i, '').trim() || 'multipart/form-data';
  // Only the parts of a form are form data (RFC 7578 §4.2); curl sends others as attachments.
  const disposition = /^multipart\/form-data\b/i.test(type) ? 'form-data' : 'attachment';
  const texts = parts.map(({ name, value, type: partType }) =>
    [
      `Content-Disposition: ${disposition}; name="${escapeName(name)}"`,
      ...(partType ? [`Content-Type: ${partType}`] : []),
      '',
      value,
    ].join('\r\n'),
  );
  const boundary = findBoundary(texts);
  const body = texts.map((text) => `--${boundary}\r\n${text}\r\n`).join('');
  return { body: `${body}--${boundary}--\r\n`, contentType: `${type}; boundary=${boundary}` };
}

/** Returns a boundary that stands in no text. */
function findBoundary(texts: string[]): string {
  const short = ['form-boundary', 'form-boundary-x'].find(
    (each) => !texts.some((text) => text.includes(each)),
  );
  if (short !== undefined) return short;
  const taken = new Set(texts.flatMap((text) => text.match(/form-boundary-x\d{7}/g) ?? []));
  let number = 1_000_000;
  while (taken.has(`form-boundary-x${number}`)) number += 1;
  return `form-boundary-x${number}`;
}

/** Escapes a name as browsers do (HTML, multipart/form-data encoding algorithm), and curl since 7.81. */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
