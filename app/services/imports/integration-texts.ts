// The integrations of a file of many, as the thread that read them passes them on: each as a text of its own, so that the event
// loop parses one at a time.
import { asNode, asText, parseOwnDocument } from '~/engine/import/draft/document';
import { holdsHalfPair } from '~/engine/json/half-pair';
import { type ReadIntegrations, readIntegrations } from '~/engine/import/integrations-file';

export interface IntegrationTexts {
  kind: 'integration-texts';
  files: FileText[];
  /** The kinds of connections by name, as far as the file tells them. */
  connectionKinds: Record<string, string>;
}

interface FileText {
  /** The name of the integration; empty when the file has none. */
  name: string;
  /** The name of the integration whose end starts it; empty when the file names none. */
  startedBy: string;
  /** The JSON text of the file, in UTF-8. */
  text: Uint8Array;
}

/** Splits a read file into the texts of its integrations. */
export function splitFiles({
  files,
  connectionKinds,
}: ReadIntegrations & { kind: 'integrations' }): IntegrationTexts {
  const encoder = new TextEncoder();
  return {
    kind: 'integration-texts',
    files: files.map((file) => ({
      name: asText(asNode(file).name),
      startedBy: asText(asNode(file).startedBy),
      text: encoder.encode(JSON.stringify(file ?? null)),
    })),
    connectionKinds,
  };
}

/**
 * Returns the places of the files, each after that of the integration whose end starts it; in a circle, one comes too early.
 */
export function sortByStart(files: Pick<FileText, 'name' | 'startedBy'>[]): number[] {
  const byName = new Map(files.map(({ name }, index) => [name, index]));
  const sorted = new Set<number>();
  for (const start of files.keys()) {
    const chain: number[] = [];
    let index: number | undefined = start;
    while (index !== undefined && !sorted.has(index) && !chain.includes(index)) {
      chain.push(index);
      const startedBy: string = files[index]?.startedBy ?? '';
      index = startedBy ? byName.get(startedBy) : undefined;
    }
    for (const each of chain.toReversed()) sorted.add(each);
  }
  return [...sorted];
}

/** Parses the text of one integration's file. */
export function parseFile({ text }: FileText): unknown {
  return JSON.parse(new TextDecoder().decode(text));
}

/** The message about a file that cannot be stored as it is. */
export const halfPairOfFile =
  'This file cannot be read: it holds half of a surrogate pair, as \\ud800, which is no character.';

/** Parses the text of a file of ours by `parseOwnDocument`; undefined when it is none. */
export function parseOwnFile(text: string): unknown {
  // Parsing the text of a large API for nothing would take seconds.
  return namesFormat.test(text) ? parseOwnDocument(text.replace(/^\uFEFF/, '')) : undefined;
}

/** Reads the file of integrations that was parsed from a text; undefined when it is none. */
export function readParsedIntegrations(text: string, document: unknown): ReadIntegrations | undefined {
  const read = readIntegrations(document);
  return read && holdsHalfPair(text) ? { kind: 'unreadable', message: halfPairOfFile } : read;
}

const namesFormat = /"wicked-(?:integration|organization)/;
