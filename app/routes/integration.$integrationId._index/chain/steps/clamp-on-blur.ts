// Apart from `form/normalize-input.ts`, which the page loads at once.
import type { FocusEvent } from 'react';
import { typeInto } from '../../form/normalize-input';

/** Replaces a number outside its bounds by the nearest bound. The save refuses what is not a number. */
export function clampOnBlur(
  { currentTarget: input }: FocusEvent<HTMLInputElement>,
  { min, max }: { min: number; max: number },
): void {
  const number = Number(input.value);
  if (input.value.trim() === '' || !Number.isFinite(number)) return;
  typeInto(input, String(Math.min(max, Math.max(min, Math.round(number)))));
}
