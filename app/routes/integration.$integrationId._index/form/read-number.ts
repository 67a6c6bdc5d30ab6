/** Reads the text of a number field: undefined when it is empty, NaN when it is no number, which the services refuse. */
export function readNumber(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed);
}

/** Reads the text of a number field: undefined when it is empty or no finite number. */
export function readFiniteNumber(typed = ''): number | undefined {
  const number = readNumber(typed);
  return Number.isFinite(number) ? number : undefined;
}
