import { Select, submitOnChange } from '../ui/fields/select';

export interface TagCount {
  tag: string;
  /** How many integrations have it. */
  count: number;
}

/** A tag of an address, in whatever case it was written, as the field has it. As in the database the case of ASCII letters alone does not count. */
export function spellTag(tags: TagCount[], asked: string): string {
  const key = lowerAscii(asked);
  return tags.find(({ tag }) => lowerAscii(tag) === key)?.tag ?? asked;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

interface TagSelectProps {
  /** As `spellTag` has it; empty for any. */
  chosen: string;
  tags: TagCount[];
}

/** The field of a form that narrows a list to the integrations of one tag; nothing where there are no tags. */
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
