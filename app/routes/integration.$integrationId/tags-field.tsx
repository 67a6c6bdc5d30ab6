import { type ComponentProps, useId, useState } from 'react';
import { initialText } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { splitTags, writeTags } from '~/engine/definition/tags';

interface TagsFieldProps extends Pick<ComponentProps<typeof TextField>, 'field'> {
  /** The tags of the integration. */
  tags: string[];
  /** The tags of all integrations. */
  offered: string[];
}

/** The field of an integration's tags. It offers the tags of other integrations, each appended to the typed ones. */
export function TagsField({ field, tags, offered }: TagsFieldProps) {
  const list = useId();
  const stored = writeTags(tags);
  const initial = initialText(field) ?? stored;
  const [typed, setTyped] = useState(initial);
  return (
    <>
      <TextField
        field={field}
        defaultValue={initial}
        label="Tags"
        hint="To group integrations, with commas between them."
        autoComplete="off"
        list={list}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {offerTags(offered, typed, typed === stored).map((text) => (
          <option key={text}>{text}</option>
        ))}
      </datalist>
    </>
  );
}

/**
 * Lists the texts of the field with one more tag. The browser replaces the whole text by the chosen one, so each text
 * begins with the tags before it: those before the last comma, or all when the last one is complete.
 */
export function offerTags(offered: string[], text: string, isComplete: boolean): string[] {
  const before = splitTags(isComplete ? text : text.slice(0, text.lastIndexOf(',') + 1));
  const kept = before.map((tag) => tag.trim());
  const known = new Set(kept.map((tag) => tag.toLowerCase()));
  return offered.filter((tag) => !known.has(tag.toLowerCase())).map((tag) => writeTags([...kept, tag]));
}
