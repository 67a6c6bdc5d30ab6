import { Select, submitOnChange } from '../ui/fields/select';

export interface TagCount {
  tag: string;
  /** How many integrations have the tag. */
  count: number;
}

/** Returns a tag of an address in the case of the list. As in the database, the case of ASCII letters alone does not count. */
export function spellTag(tags: TagCount[], asked: string): string {
  const key = lowerAscii(asked);
  return tags.find(({ tag }) => lowerAscii(tag) === key)?.tag ?? asked;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

interface TagSelectProps {
  /** The tag in the spelling of `spellTag`; empty for any. */
  chosen: string;
  tags: TagCount[];
}

/** A form field that narrows a list to the integrations of one tag; nothing if there are no tags. */
export function TagSelect({ chosen, tags }: TagSelectProps) {
  if (tags.length === 0 && !chosen) return null;
  const isKnown = !chosen || tags.some(({ tag }) => tag === chosen);
  const options = isKnown ? tags : [...tags, { tag: chosen, count: 0 }];
  return (
    <Select
      name="tag"
      aria-label="Tag"
      defaultValue={chosen}
      onChange={submitOnChange}
      className="max-sm:grow max-sm:basis-2/5 sm:max-w-48"
    >
      <option value="">Any tag</option>
      {options.map(({ tag, count }) => (
        <option key={tag} value={tag}>
          {tag} ({count})
        </option>
      ))}
    </Select>
  );
}
