import cronstrue from 'cronstrue';

/** A pattern in words, as 'At 09:00, Monday through Friday'; undefined for one that only croner can read. */
export function describeCron(cronExpression: string): string | undefined {
  try {
    return cronstrue.toString(cronExpression, { use24HourTimeFormat: true });
  } catch {
    // The library throws its message as a string for whatever it cannot read.
    return undefined;
  }
}
