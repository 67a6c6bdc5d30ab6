// Measures how large the program of a regular expression becomes, before it is compiled: `((a{9}){9}){9}` is short to write.

/** Matches a character, an escape, a class, or a count of repetitions. */
const tokens =
  /\\(?:[xpP]\{[^}]*\}|[^])|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|\(\?[a-zA-Z]*i|[^]/gu;

/**
 * Returns at least as many parts as a pattern's program has, and how many classes of Unicode it names, each as often as it is
 * repeated. Each switch to ignoring case counts as such a class.
 */
export function measurePattern(source: string): { parts: number; classes: number } {
  const around: Size[] = [];
  let all: Size = { parts: 0, classes: 0 };
  let last: Size = { parts: 0, classes: 0 };
  for (const [token, least, most] of source.matchAll(tokens)) {
    if (least !== undefined) {
      const times = Math.max(Number(least), Number(most || Number(least) + 1), 1) - 1;
      const more = { parts: last.parts * times, classes: last.classes * times };
      all = add(all, more);
      last = add(last, more);
    } else if (token.startsWith('(')) {
      around.push(all);
      all = measure(token);
    } else if (token === ')') {
      last = add(all, { parts: 2, classes: 0 });
      all = add(around.pop() ?? nothing, last);
    } else {
      last = measure(token);
      all = add(all, last);
    }
  }
  return around.reduce(add, all);
}

interface Size {
  parts: number;
  classes: number;
}

const nothing: Size = { parts: 0, classes: 0 };

function add(a: Size, b: Size): Size {
  return { parts: a.parts + b.parts, classes: a.classes + b.classes };
}

function measure(token: string): Size {
  return { parts: 1, classes: (token.match(/\\[pP]|\(\?[a-zA-Z]*i/g) ?? []).length };
}
