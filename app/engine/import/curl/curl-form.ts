// The multipart forms of `-F` (RFC 7578), as far as text can hold them: files stay behind and are spoken of.
import { cleanLine, truncate } from '../draft/draft';

export interface FormPart {
  name: string;
  value: string;
  /** The media type of the part, when one was given. */
  type?: string;
}

export type ReadPart = { kind: 'part'; part: FormPart; note?: string } | { kind: 'refused'; note: string };

/** Reads `name=content`, with `;type=…` behind the content and quotes around it, as curl's manual says. */
export function readFormPart(field: string): ReadPart {
  const equals = field.indexOf('=');
  if (equals === -1) return { kind: 'refused', note: `The form field ${show(field)} (-F) has no value.` };
  const name = field.slice(0, equals);
  const written = field.slice(equals + 1);
  const { value, rest } = splitValue(written);
  if (/^[@<]/.test(written)) {
    const note = `The form field ${show(name)} (-F) holds the file ${show(value.replace(/^[@<]"?|"$/g, ''))} and was left out.`;
    return { kind: 'refused', note };
  }
  if (/^[()]/.test(written)) {
    return { kind: 'refused', note: `The form field ${show(name)} (-F) is a form itself and was left out.` };
  }
  const type = /^type=([\w.+-]+\/[\w.+-]+(?:;\s*charset=[\w-]+)?)$/i.exec(rest.trim())?.[1];
  const note =
    rest.trim() && !type ? `Of the form field ${show(name)} (-F), ${show(rest)} was left out.` : undefined;
  return { kind: 'part', part: { name, value, type }, note };
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

/**
 * The body of a form and its Content-Type, which is `ownType` with the form's boundary where one is given. The same
 * parts always make the same body.
 */
export function writeForm(parts: FormPart[], ownType?: string): { body: string; contentType: string } {
  const type = ownType?.replace(/;\s*boundary=(?:"[^"]*"|[^;]*)/i, '').trim() || 'multipart/form-data';
  // Only a form's parts are said to be form data (RFC 7578 §4.2); curl sends others as attachments.
  const disposition = /^multipart\/form-data\b/i.test(type) ? 'form-data' : 'attachment';
  const texts = parts.map(({ name, value, type: partType }) =>
    [
      `Content-Disposition: ${disposition}; name="${escapeName(name)}"`,
      ...(partType ? [`Content-Type: ${partType}`] : []),
      '',
      value,
    ].join('\r\n'),
  );
  let boundary = 'form-boundary';
  while (texts.some((text) => text.includes(boundary))) boundary += '-x';
  const body = texts.map((text) => `--${boundary}\r\n${text}\r\n`).join('');
  return { body: `${body}--${boundary}--\r\n`, contentType: `${type}; boundary=${boundary}` };
}

/** As browsers do (HTML, multipart/form-data encoding algorithm), and curl since 7.81. */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
