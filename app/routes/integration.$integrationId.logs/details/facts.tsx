import type { ReactNode } from 'react';
import { DayTime } from '~/components/time/day-time';
import type { Fact } from '../log-view/steps-view';

/** Converts a fact to an item of a definition list. */
export function showFact([label, value]: Fact): [label: string, value: ReactNode] {
  return [label, typeof value === 'string' ? value : <DayTime key={label} at={value.at} />];
}

/** Converts a fact to a line of text, with times in ISO 8601. */
export function copyFact([label, value]: Fact): string {
  return `${label}: ${typeof value === 'string' ? value : value.at}`;
}
