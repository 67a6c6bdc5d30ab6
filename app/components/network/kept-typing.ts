// What was typed into a form whose session was over when it was sent, kept in this tab until its user is back. Nothing
// secret is written down. Which forms are meant, `typed-form/typing-marks.ts` says.
import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { isSecretField, secretNote } from '../../secret-form-fields';
import { describeKept, leftForm } from '../typed-form/kept-texts';
import { useToasts } from '../ui/toast';
import { keptTypingKey } from './kept-typing-key';
import { isAsSeen, isSeenAnew } from '../typed-form/seen-values';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Kept {
  /** The page's path and query. */
  page: string;
  /** The user who typed it, and their organization; '' for none. */
  viewer: { userId: string; organizationId: string };
  fields: [name: string, value: string][];
  /** Whether the page has yet to say so, as another tab's switch of the organization made this one leave the form. */
  isUntold?: boolean;
}

/** Keeps the fields of a form of this page that was `sent`, or `left` without being sent, if the form is marked for that. */
export function keepTyping(sent: FormData, why: 'sent' | 'left' = 'sent'): void {
  const viewer = readViewer(window.__remixRouter.state.loaderData.root);
  const form = findForm(sent.get('intent'));
  if (!form || !viewer) return;
  const page = readPage(window.location);
  const all = [...sent];
  const isKept = (entry: [string, FormDataEntryValue]): entry is [string, string] =>
    typeof entry[1] === 'string' && !isSecretField(entry[0], all, page);
  const kept: Kept = { page, viewer, fields: all.filter(isKept), isUntold: why === 'left' };
  try {
    sessionStorage.setItem(keptTypingKey, JSON.stringify(kept));
  } catch {
    // The browser refuses storage.
    return;
  }
}

/** Refills the kept form when the same user opens its page again in the same organization, once, and shows a toast. */
export function useKeptTyping(): void {
  const location = useLocation();
  const page = readPage(location);
  const viewer = readViewer(useRouteLoaderData('root'));
  const userId = viewer?.userId;
  const organizationId = viewer?.organizationId;
  const toasts = useToasts();
  useEffect(() => {
    const kept = readKept();
    if (kept?.isUntold) {
      sessionStorage.setItem(keptTypingKey, JSON.stringify({ ...kept, isUntold: false }));
      toasts.add(leftForm);
    }
    if (!kept || kept.page !== page) return;
    if (kept.viewer.userId !== userId || kept.viewer.organizationId !== organizationId) return;
    return whenDrawn(kept.fields.find(([name]) => name === 'intent')?.[1] ?? null, (form) => {
      sessionStorage.removeItem(keptTypingKey);
      const isOutdated = fillForm(form, kept.fields);
      const hasSecrets = listNamed(form).some(
        (control) => isSecretField(control.name, kept.fields, page) && isShown(control),
      );
      toasts.add(describeKept({ hasSecrets, isOutdated }));
    });
  }, [page, userId, organizationId, toasts]);
}

/** Calls back once the page has the form with this intent: the script of a dialog may come late. Returns what ends the wait. */
function whenDrawn(intent: string | null, call: (form: HTMLFormElement) => void): () => void {
  const observer = new MutationObserver(look);
  function look() {
    const form = findForm(intent);
    if (!form) return;
    observer.disconnect();
    call(form);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

/**
 * Puts what the server kept, of a form that was sent without script, into its form once more: React has drawn the fields as
 * they are stored. Where the screen has no such form, it leads to the page that shows all of it.
 */
export function useUnsentTyping(): void {
  const toasts = useToasts();
  const unsent = (useRouteLoaderData('root') as RootData | undefined)?.unsent;
  const id = unsent?.id;
  const latest = useRef(unsent);
  useEffect(() => {
    latest.current = unsent;
  }, [unsent]);
  useEffect(() => {
    const { current } = latest;
    if (id === undefined || !current) return;
    const form = findForm(current.fields.find(([name]) => name === 'intent')?.[1] ?? null);
    if (!form) {
      // A load of the page, since React may still be busy with this one.
      window.location.replace(`/unsent?${new URLSearchParams({ kept: id }).toString()}`);
      return;
    }
    fillForm(form, current.fields);
    if (!current.isTold) toasts.add(describeKept({ hasSecrets: current.secrets.length > 0 }));
    for (const control of current.secrets.flatMap((name) => listControls(form, name))) {
      fillControl(control, []);
      control.setAttribute('placeholder', secretNote);
    }
  }, [id, toasts]);
}

/**
 * Fills in what the user typed; a field that they left as it was shows what is stored now.
 *
 * @returns whether the form now has another version than the kept fields, or showed something else of a field that is filled in
 */
function fillForm(form: HTMLFormElement, fields: Kept['fields']): boolean {
  const shown = listNamed(form).map(({ name, value }): Kept['fields'][number] => [name, value]);
  const filled = new Set<string>();
  for (const control of new Set(fields.flatMap(([name]) => listControls(form, name)))) {
    const { name } = control;
    if (control.type === 'hidden' || isAsSeen(fields, name)) continue;
    filled.add(name);
    fillControl(
      control,
      fields.filter(([each]) => each === name).map(([, value]) => value),
    );
  }
  // Unchecked boxes were not sent.
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
    const { name } = box;
    if (box.checked && !fields.some(([each]) => each === name) && !isAsSeen(fields, name)) box.click();
  }
  const version = fields.find(([name]) => name === 'version')?.[1];
  if ([...filled].some((name) => isSeenAnew(fields, shown, name))) return true;
  return version !== undefined && listControls(form, 'version').some(({ value }) => value !== version);
}

/** Sets the value as if it was typed, so that listeners of the field notice it. */
function fillControl(control: Control, values: string[]): void {
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
    if (control.checked !== values.includes(control.value)) control.click();
    return;
  }
  const [value = ''] = values;
  if (control.value === value) return;
  // React overrides the element's own property, so this calls the setter of the prototype.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Finds the marked form with this intent; null finds a form without an intent. */
function findForm(intent: FormDataEntryValue | null): HTMLFormElement | undefined {
  const forms = document.querySelectorAll<HTMLFormElement>('form[data-keeps-typing]');
  return [...forms].find((form) => new FormData(form).get('intent') === intent);
}

function listControls(form: HTMLFormElement, name: string): Control[] {
  return listNamed(form).filter((control) => control.name === name);
}

function listNamed(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control => 'name' in element && 'value' in element);
}

function isShown(control: Element): boolean {
  return control.getClientRects().length > 0;
}

function readKept(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keptTypingKey) ?? 'null');
    const isOurs =
      typeof kept === 'object' &&
      kept !== null &&
      'viewer' in kept &&
      typeof kept.viewer === 'object' &&
      'fields' in kept &&
      Array.isArray(kept.fields);
    return isOurs ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}

function readPage({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

/** Reads the viewer from the root's data, as far as it is loaded. */
function readViewer(root: unknown): Kept['viewer'] | undefined {
  const viewer = (root as RootData | undefined)?.viewer;
  return viewer
    ? { userId: viewer.user.id, organizationId: viewer.membership?.organizationId ?? '' }
    : undefined;
}

interface RootData {
  /** Kept by the server for this page. `isTold`: whether the page says so already. */
  unsent?: { id: string; fields: [name: string, value: string][]; secrets: string[]; isTold: boolean } | null;
  viewer?: { user: { id: string }; membership?: { organizationId: string } } | null;
}
