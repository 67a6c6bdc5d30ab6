import { parseJson, stringifyJson } from '~/engine/json/json';

/**
 * Formats JSON over several lines and keeps digits as written. Placeholders may stand where JSON wants a value, and stay
 * as they are. Undefined when the text is not JSON.
 */
export function formatJsonBody(text: string): string | undefined {
  const bare: string[] = [];
  // Strings are matched whole, so that only placeholders outside strings are replaced by a value.
  const json = text.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)|\{\{[^{}]*\}\}/gs, (whole) =>
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
