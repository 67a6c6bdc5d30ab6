// A tag among the values of a field that chooses one integration, those with a tag, or all.

/** Stands before a tag; the ids of integrations have no colon. */
const tagMark = 'tag:';

/** Returns the field's value for a tag. */
export function toTagValue(tag: string): string {
  return tagMark + tag;
}

/** Returns the tag that a value stands for; undefined when it stands for something else. */
export function readTagValue(value: string): string | undefined {
  return value.startsWith(tagMark) ? value.slice(tagMark.length) : undefined;
}
