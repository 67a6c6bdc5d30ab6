// The integrations of one file, as the thread that read them passes them on: each as a text of its own, so that the event loop
// parses one at a time.
import { asNode, asText, parseOwnDocument } from '~/engine/import/draft/document';
import { type ReadIntegrations, readIntegrations } from '~/engine/import/integrations-file';

export interface SeveralFiles {
  kind: 'several';
  files: FileText[];
  /** The kinds of connections by name, as far as the file tells them. */
  connectionKinds: Record<string, string>;
}

interface FileText {
  /** The name of the integration; empty when the file has none. */
  name: string;
  /** The JSON text of the file, in UTF-8. */
  text: Uint8Array;
}

/** Splits a read file into the texts of its integrations. */
export function splitFiles({
  files,
  connectionKinds,
}: ReadIntegrations & { kind: 'integrations' }): SeveralFiles {
  const encoder = new TextEncoder();
  return {
    kind: 'several',
    files: files.map((file) => ({
      name: asText(asNode(file).name),
      text: encoder.encode(JSON.stringify(file ?? null)),
    })),
    connectionKinds,
  };
}

/** Parses the text of one integration's file. */
export function parseFile({ text }: FileText): unknown {
  return JSON.parse(new TextDecoder().decode(text));
}

/** Reads the text of a file; undefined when it does not hold several integrations. */
export function readSeveral(text: string): ReadIntegrations | undefined {
  // Parsing the text of a large API for nothing would take seconds.
  return namesFormat.test(text) ? readIntegrations(parseOwnDocument(text)) : undefined;
}

const namesFormat = /"wicked-(?:integration|organization)/;
