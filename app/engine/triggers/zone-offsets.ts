// How far the clocks of time zones are ahead of UTC, and when that changes.

const minuteMs = 60_000;

/** Returns how far a zone's clock is ahead of UTC at a moment, both in milliseconds. */
export type ReadOffset = (at: number) => number;

export function readOffsets(timeZone: string): ReadOffset {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (at) => {
    // Formatted as GMT, GMT-03:00 or GMT+10:30.
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(format.format(at)) ?? [];
    const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minuteMs;
    return sign === '-' ? -offset : offset;
  };
}

/** Finds the first minute that has the offset of `end`, in milliseconds since 1970; `start` has another offset. */
export function findChange(offsetAt: ReadOffset, start: number, end: number): number {
  let early = Math.floor(start / minuteMs);
  let late = Math.ceil(end / minuteMs);
  const offset = offsetAt(late * minuteMs);
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offsetAt(middle * minuteMs) === offset) late = middle;
    else early = middle;
  }
  return late * minuteMs;
}
