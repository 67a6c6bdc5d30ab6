// Writes the multipart forms of imported requests (RFC 7578). Forms of texts become a body; forms with files become a call's form.
import {
  describeFile,
  type LeftFile,
  nameFileVariable,
  quoteBriefly,
  writeFilePlaceholder,
} from './left-file';

export interface FormPart {
  name: string;
  value: string;
  /** The media type of the part, when one was given. */
  type?: string;
  /** The file, which replaces the value. */
  file?: LeftFile;
}

/**
 * Writes a form with files as calls do: a JSON object of its fields. `keep` handles braces in texts; `option` is what notes name
 * behind a field, such as ` (-F)`.
 */
export function writeFormWithFiles(
  parts: FormPart[],
  keep: (text: string) => string,
  notes: string[],
  option = '',
): string {
  const fields = new Map<string, string[]>();
  const taken = new Map<string, number>();
  for (const { name, value, type, file } of parts) {
    let written = keep(value);
    if (file) {
      const variable = nameFileVariable(name, taken);
      written = writeFilePlaceholder(variable, file);
      notes.push(describeFile(`The form field ${quoteBriefly(name)}${option}`, variable, file));
    } else if (type !== undefined) {
      notes.push(
        `Of the form field ${quoteBriefly(name)}${option}, the type ${quoteBriefly(type)} was left out.`,
      );
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
  // Only the parts of a form are form data (RFC 7578 §4.2); others are attachments, as curl sends them.
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
