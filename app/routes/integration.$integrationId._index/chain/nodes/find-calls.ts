// The outline's filter: which calls match what was typed.
import { listOf, type CurrentForm } from '../../form/variable-scope';
import type { OutlineNode } from './list-nodes';

/**
 * Returns the indexes of the calls whose name, method and URL together hold each of the typed words, in any case; undefined
 * while no word is typed.
 */
export function findCalls(
  nodes: OutlineNode[],
  form: CurrentForm,
  typed: string,
): ReadonlySet<number> | undefined {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const calls = listOf(form?.apiCalls);
  const matches = nodes.flatMap((node) => {
    if (node.kind !== 'call') return [];
    const text = `${node.label}\n${node.method}\n${calls[node.index]?.url ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word)) ? node.index : [];
  });
  return new Set(matches);
}
