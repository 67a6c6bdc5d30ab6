import { useEffect, useState } from 'react';
import { runAfterPointerRelease } from './after-pointer-release';

/**
 * Returns the value as it was when no pointer was pressed: it follows a new value after the release. For data that is read
 * again by itself, and moves what is drawn from it.
 */
export function useAfterPointerRelease<Value>(value: Value): Value {
  const [released, setReleased] = useState(value);
  useEffect(() => runAfterPointerRelease(() => setReleased(() => value)), [value]);
  return released;
}
