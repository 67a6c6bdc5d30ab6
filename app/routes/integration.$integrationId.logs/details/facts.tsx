import type { ReactNode } from 'react';
import { DayTime } from '~/components/time/day-time';
import type { Fact } from '../log-view/steps-view';

/** A fact as a line of a list of definitions. */
export function showFact([label, value]: Fact): [label: string, value: ReactNode] {
  return [label, typeof value === 'string' ? value : <DayTime key={label} at={value.at} />];
}

/** The same as a line of text, times in ISO 8601. */
export function copyFact([label, value]: Fact): string {
  return `${label}: ${typeof value === 'string' ? value : value.at}`;
}
