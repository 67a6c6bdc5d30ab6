// A file of integrations, to move them or to keep them in Git. It holds each as in a file of its own, and names the
// connections and values that they use.
import { formatCount } from '../texts/format-count';
import { asList, asNode, asText } from './draft/document';
import { describeVersion } from './draft/file-version';
import { isIntegrationFile } from './integration-file';

/** The head of such a file. Its `integrations` follow, then its `connections` (name, kind) and `values` (name, isSecret). */
export const integrationsFileHead = { format: 'wicked-integrations', version: 1 } as const;

/** The most integrations that one file may bring. */
const maxIntegrations = 1000;

export type ReadIntegrations =
  | {
      kind: 'integrations';
      /** The parsed file of each integration, still unchecked. */
      files: unknown[];
      /** The kinds of connections by name, as far as the file tells them. */
      connectionKinds: Record<string, string>;
    }
  | { kind: 'unreadable'; message: string };

/**
 * Reads a file of integrations, the export of an organization, or a list of exported files. Returns undefined when the
 * document is none of these.
 */
export function readIntegrations(document: unknown): ReadIntegrations | undefined {
  const files = listFiles(document);
  if (!files) return undefined;
  const { format, version, connections } = asNode(document);
  if (format === integrationsFileHead.format && version !== integrationsFileHead.version) {
    return { kind: 'unreadable', message: describeVersion(version, integrationsFileHead.version) };
  }
  if (files.length === 0) return { kind: 'unreadable', message: 'There are no integrations in this file.' };
  if (files.length > maxIntegrations) {
    const [count, most] = [files.length, maxIntegrations].map(formatCount);
    const message = `This file holds ${count} integrations. A file may hold ${most}: export them by tag.`;
    return { kind: 'unreadable', message };
  }
  const kinds = asList(connections).map((connection) => {
    const { name, kind } = asNode(connection);
    return [asText(name), asText(kind)] as const;
  });
  return { kind: 'integrations', files, connectionKinds: Object.fromEntries(kinds) };
}

function listFiles(document: unknown): unknown[] | undefined {
  if (Array.isArray(document)) return document.some(isIntegrationFile) ? document : undefined;
  const { format, integrations } = asNode(document);
  if (format === integrationsFileHead.format) return asList(integrations);
  if (format === 'wicked-organization') return asList(integrations).map((each) => asNode(each).file);
  return undefined;
}
