import cronstrue from 'cronstrue';

/** Describes a pattern, such as 'At 09:00, Monday through Friday'; undefined for one that only croner can read. */
export function describeCron(cronExpression: string): string | undefined {
  try {
    return cronstrue.toString(cronExpression, { use24HourTimeFormat: true });
  } catch {
    // The library throws a string for a pattern that it cannot read.
    return undefined;
  }
}
