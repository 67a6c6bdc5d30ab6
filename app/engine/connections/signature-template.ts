// Templates with placeholders for parts of the sent request: of the text to sign, and of where the signature goes.

/** The parts of a request; a placeholder like {{path}} stands for each. */
const signedParts = [
  'method',
  'method_lower',
  'url',
  'host',
  'path',
  'query',
  'query_sorted',
  'path_and_query',
  'body',
  'body_length',
  'body_md5',
  'body_md5_base64',
  'body_sha256',
  'body_sha256_base64',
  'body_sha512',
  'body_sha512_base64',
  'timestamp',
  'timestamp_ms',
  'timestamp_iso',
  'time_iso',
  'time_basic',
  'time_offset',
  'date',
  'date_iso',
  'date_basic',
  'expires',
  'nonce',
  'key_id',
  'passphrase',
  'hashed_text',
] as const;
export type SignedPart = (typeof signedParts)[number];

type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'part'; part: SignedPart }
  /** A header of the call, by its name in lower case. */
  | { kind: 'header'; name: string }
  | { kind: 'signature' };

/** The parts of a template; or the text between double braces that is none of them, as `unknown`. */
type ReadTemplate = { parts: TemplatePart[] } | { unknown: string };

function readTemplate(template: string): ReadTemplate {
  const parts: TemplatePart[] = [];
  for (const [index, piece] of template.split(/\{\{([^{}]*)\}\}/).entries()) {
    const part = index % 2 === 0 ? ({ kind: 'text', text: piece } as const) : readPart(piece.trim());
    if (!part) return { unknown: piece.trim() };
    parts.push(part);
  }
  return { parts };
}

function readPart(name: string): Exclude<TemplatePart, { kind: 'text' }> | undefined {
  if (name === 'signature') return { kind: 'signature' };
  const [, header] = /^header\.([!#$%&'*+.^_`|~0-9A-Za-z-]+)$/.exec(name) ?? [];
  if (header !== undefined) return { kind: 'header', name: header.toLowerCase() };
  const part = signedParts.find((known) => known === name);
  return part && { kind: 'part', part };
}

export function mentionsSignature(template: string): boolean {
  return /\{\{\s*signature\s*\}\}/.test(template);
}

/** Explains why a template cannot be filled in; undefined when it can. `without` lists what must not occur in it. */
export function findTemplateProblem(
  template: string,
  without: readonly ('signature' | SignedPart)[],
): string | undefined {
  const read = readTemplate(template);
  if ('unknown' in read) {
    return `{{${read.unknown}}} is none of these: ${signedParts.join(', ')}, header.NAME, signature`;
  }
  if (read.parts.some((part) => part.kind === 'text' && part.text.includes('{{'))) {
    return 'A placeholder begins with {{ and ends with }}';
  }
  const refused = without.find((name) =>
    read.parts.some((part) => (part.kind === 'part' ? part.part : part.kind) === name),
  );
  return refused && `{{${refused}}} has no place here`;
}

/** Fills each part of a template in with `fill`, and joins them. */
export function fillParts(template: string, fill: (part: Exclude<TemplatePart, { kind: 'text' }>) => string) {
  const read = readTemplate(template);
  if ('unknown' in read) throw new Error('A template was stored that cannot be read.');
  return read.parts.map((part) => (part.kind === 'text' ? part.text : fill(part))).join('');
}
