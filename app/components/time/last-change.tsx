import { RelativeTime } from './relative-time';

interface LastChangeProps {
  updatedAt: number;
  /** The name of the person, null when it is not known, and of the API token that acted for them. */
  updatedBy: string | null;
  updatedByToken: string | null;
}

/** When an integration was last changed, and by whom: a person or an API token. */
export function LastChange({ updatedAt, updatedBy, updatedByToken }: LastChangeProps) {
  const by = updatedByToken === null ? updatedBy : `the API token “${updatedByToken}”`;
  return (
    <>
      Changed <RelativeTime at={updatedAt} />
      {by !== null && ` by ${by}`}
    </>
  );
}
