import { DayTime } from './day-time';

/** What keeps something waiting, in words. */
export interface ShownWait {
  text: string;
  /** ISO 8601; null when nobody knows. */
  until: string | null;
}

/** Why something waits, and until when; without a full stop. */
export function WaitText({ text, until }: ShownWait) {
  if (until === null) return text;
  return (
    <>
      {text} until <DayTime at={until} />
    </>
  );
}
