import { parseJson, stringifyJson } from '~/engine/json/json';

/**
 * JSON laid out over lines, digits kept as written. Placeholders may stand where JSON wants a value: they pass
 * through. Undefined when the text is no JSON even so.
 */
export function formatJsonBody(text: string): string | undefined {
  const bare: string[] = [];
  // A string is matched whole, so that only placeholders outside of strings stand in for values.
  const json = text.replace(/"(?:[^"\\]|\\.)*"|\{\{[^{}]*\}\}/g, (whole) =>
    whole.startsWith('"') ? whole : `"\uE000${bare.push(whole) - 1}\uE000"`,
  );
  try {
    const laidOut = stringifyJson(parseJson(json), 2);
    return laidOut.replace(/"\uE000(\d+)\uE000"/g, (_whole, index: string) => bare[Number(index)] ?? '');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
