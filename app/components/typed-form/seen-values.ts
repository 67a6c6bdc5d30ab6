// What a form sends along of what it showed, where no version tells of the changes of others.

type Fields = [name: string, value: string][];

/** Returns the text that the form showed of a field, or whether its box was checked; undefined where it does not say. */
function findSeen(fields: Fields, name: string): string | boolean | undefined {
  const find = (key: string) => fields.find(([each]) => each === key)?.[1];
  const plain = find(`seen${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  if (plain !== undefined) return toLines(plain);
  const json = find(`seen.${name}`);
  if (json === undefined) return undefined;
  const value: unknown = JSON.parse(json);
  return typeof value === 'boolean' ? value : toLines(String(value ?? ''));
}

/** Checks whether the user left a field as the form showed it. */
export function isAsSeen(fields: Fields, name: string): boolean {
  const seen = findSeen(fields, name);
  const values = fields.filter(([each]) => each === name).map(([, value]) => toLines(value));
  return typeof seen === 'boolean' ? seen === values.length > 0 : seen !== undefined && seen === values[0];
}

/** Checks whether two drawings of a form showed something else of a field. */
export function isSeenAnew(former: Fields, now: Fields, name: string): boolean {
  return findSeen(former, name) !== findSeen(now, name);
}

/** Text areas have LF where their stored text may have CR and LF. */
function toLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
