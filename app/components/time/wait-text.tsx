import { DayTime } from './day-time';

/** The reason why something waits, in words. */
export interface ShownWait {
  text: string;
  /** The end of the wait in ISO 8601; null when it is unknown. */
  until: string | null;
}

/** The reason why something waits, and until when; without a full stop. */
export function WaitText({ text, until }: ShownWait) {
  if (until === null) return text;
  return (
    <>
      {text} until <DayTime at={until} />
    </>
  );
}
