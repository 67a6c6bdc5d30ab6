// Bodies may be long. A page of test results holds the beginning of each; the execution logs hold the whole.
import { parseJson, stringifyJson } from '~/engine/json/json';

/** In characters. */
const maxTextLength = 4_000;
/** The length of all texts together, in characters. Of texts beyond it, only a line is left. */
const maxTogether = 200_000;
const lineLength = 200;

interface Message {
  headers: Record<string, string>;
  body: string;
}

export interface TextCutter {
  cut: (text: string) => string;
  /** Also indents a short JSON body. */
  cutMessage: <M extends Message>(message: M) => M;
}

/** Cuts texts that share one page. A text that was cut ends with `…`. */
export function createTextCutter(): TextCutter {
  let left = maxTogether;

  function cut(text: string): string {
    const length = left > 0 ? maxTextLength : lineLength;
    const shown = text.length > length ? `${text.slice(0, length)}…` : text;
    left -= shown.length;
    return shown;
  }

  return {
    cut,
    cutMessage(message) {
      const headers = Object.entries(message.headers).map(([name, value]) => [name, cut(value)] as const);
      return { ...message, headers: Object.fromEntries(headers), body: cut(indent(message.body)) };
    },
  };
}

/** Indents JSON that is short enough to be shown whole. */
function indent(text: string): string {
  if (text.length > maxTextLength || !/^\s*[[{]/.test(text)) return text;
  try {
    return stringifyJson(parseJson(text), 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
