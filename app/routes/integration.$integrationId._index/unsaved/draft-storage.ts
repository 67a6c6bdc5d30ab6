import { type Draft, readDraft } from './draft';

/** The draft that this browser kept under a name, if it kept one and lets us read it. */
export function readStoredDraft(name: string): Draft | undefined {
  try {
    return readDraft(localStorage.getItem(name));
  } catch {
    return undefined;
  }
}

/** A browser may refuse storage, or have no room left; then a crash costs what was not saved, as ever. */
export function storeDraft(name: string, draft: Draft): void {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    return;
  }
}
