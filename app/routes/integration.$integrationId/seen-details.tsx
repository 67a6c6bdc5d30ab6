import { writeTags } from '~/engine/definition/tags';

export interface ShownDetails {
  name: string;
  description: string | null;
  tags: string[];
}

/** The details that a form showed first. By them the server notices that someone else has changed one since. */
export function SeenDetails({ name, description, tags }: ShownDetails) {
  return (
    <>
      <input type="hidden" name="seenName" value={name} />
      <input type="hidden" name="seenDescription" value={description ?? ''} />
      <input type="hidden" name="seenTags" value={writeTags(tags)} />
    </>
  );
}
