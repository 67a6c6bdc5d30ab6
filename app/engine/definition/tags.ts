// Tags group integrations: on the dashboard, over the API, in exported files, for alerts and for event triggers. They change
// nothing within a run.

/** Trims tags and keeps each once, whatever its case; the first spelling stays. */
export function tidyTags(tags: string[]): string[] {
  const byKey = new Map<string, string>();
  for (const written of tags) {
    const tag = written.trim().replace(/ +/g, ' ');
    const key = tag.toLowerCase();
    if (tag && !byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey.values()];
}

/** Checks whether a tag is among others, whatever its case. */
export function includesTag(tags: readonly string[], tag: string): boolean {
  return tags.some((each) => each.toLowerCase() === tag.toLowerCase());
}

/** Joins tags to the text of a form's field. */
export function writeTags(tags: string[]): string {
  return tags.join(', ');
}

/** Reads the tags in the text of a form's field. */
export function splitTags(text: string): string[] {
  return text.split(',').filter((tag) => tag.trim() !== '');
}
