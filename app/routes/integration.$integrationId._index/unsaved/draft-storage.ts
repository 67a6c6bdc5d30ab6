import { type Draft, readDraft } from './draft';

/** Returns the draft that this browser keeps under a name; undefined when there is none or storage is not allowed. */
export function readStoredDraft(name: string): Draft | undefined {
  try {
    return readDraft(localStorage.getItem(name));
  } catch {
    return undefined;
  }
}

/** Stores a draft. When the browser refuses storage or has no room left, no draft is kept. */
export function storeDraft(name: string, draft: Draft): void {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    return;
  }
}
