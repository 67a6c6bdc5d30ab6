// Reads the multipart forms of `-F`.
import type { FormPart } from '../draft/form';
import { type LeftFile, quoteBriefly } from '../draft/left-file';

type ReadPart = { kind: 'part'; part: FormPart; note?: string } | { kind: 'refused'; note: string };

/** Reads `name=content`, optionally quoted and followed by `;type=…`, as curl's manual says. */
export function readFormPart(field: string): ReadPart {
  const equals = field.indexOf('=');
  if (equals === -1)
    return { kind: 'refused', note: `The form field ${quoteBriefly(field)} (-F) has no value.` };
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
    return {
      kind: 'refused',
      note: `The form field ${quoteBriefly(name)} (-F) is a form itself and was left out.`,
    };
  }
  const type = /^type=([\w.+-]+\/[\w.+-]+(?:;\s*charset=[\w-]+)?)$/i.exec(rest.trim())?.[1];
  const note =
    rest.trim() && !type
      ? `Of the form field ${quoteBriefly(name)} (-F), ${quoteBriefly(rest)} was left out.`
      : undefined;
  return { kind: 'part', part: { name, value, type }, note };
}

export function describeLeftFile(field: string, { path }: LeftFile): string {
  return `The form field ${quoteBriefly(field)} (-F) holds the file ${quoteBriefly(path)} and was left out.`;
}

/** Finds the `type` or `filename` after a file; the value may be quoted. */
function findPartOption(written: string, option: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${option}=(?:"([^"]*)"|([^;]*))`).exec(written) ?? [];
  return (quoted ?? plain)?.trim() || undefined;
}

function splitValue(written: string): { value: string; rest: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)"\s*(?:;(.*))?$/s.exec(written);
  if (quoted) return { value: (quoted[1] ?? '').replace(/\\(["\\])/g, '$1'), rest: quoted[2] ?? '' };
  const end = written.indexOf(';');
  if (end === -1) return { value: written, rest: '' };
  return { value: written.slice(0, end), rest: written.slice(end + 1) };
}
