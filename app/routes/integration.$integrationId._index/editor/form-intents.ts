// Handles the buttons of the editor's form for which Conform has no intent, or which need a confirmation first. With
// script, the browser does the same without a request.
import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { formatJsonBody } from '../chain/call/format-json-body';
import { type IndexedEdit, applyChainEdit } from '../chain/edits/edit-chain';
import type { CallNotice, ChainNotice, InUse } from '../form/editor-feedback';
import { EditorForm } from '../form/editor-form';
import { duplicateCall } from '../form/copy-call';
import { listCallVariables, type CurrentCall, type CurrentForm } from '../form/variable-scope';
import { listLaterUses, listLoopUses } from '../form/variable-uses';
import { describeDeletion, goneTitle, leftTitle, restoreDeleted } from '../chain/edits/deletion';
import { describeAdjusted, describeStepIntent } from '../chain/edits/step-messages';

interface IntentResult {
  /** The form, in which one of Conform's intents replaces the button that was pressed. */
  formData: FormData;
  inUse?: InUse;
  notice?: CallNotice;
  chainNotice?: ChainNotice | undefined;
  /** Messages by field. */
  error?: Record<string, string[]>;
}

/** An intent of Conform that changes nothing, so that the form comes back as it was typed. */
const keep = { type: 'validate', payload: {} };

const incompleteHeader = 'Please fill in both header name and value before adding another header';

export function applyIntent(formData: FormData): IntentResult {
  const [, command, target = ''] = /^([a-z-]+):(.+)$/.exec(String(formData.get('intent') ?? '')) ?? [];
  const intent = readIntent(formData);
  // A save reads the form itself.
  if (command === undefined && intent === undefined) return { formData };
  const form = parseForm(formData);
  if (command === 'duplicate') return duplicate(formData, form, Number(target));
  if (command === 'beautify') return beautify(formData, form, Number(target));
  if (command === 'undo') return undo(formData, form, target);
  if (command === 'remove-anyway') {
    const [, name = '', index = ''] = /^(.*):(\d+)$/.exec(target) ?? [];
    return edit(formData, form, { type: 'remove', payload: { name, index: Number(index) } });
  }
  if (intent?.type === 'remove') {
    const inUse = findUses(form, intent.payload);
    if (inUse) return { ...withIntent(formData, keep), inUse };
  }
  const { name = '' } = intent?.payload ?? {};
  if (intent?.type === 'insert' && name.endsWith('.headers')) {
    const error = findIncompleteHeader(formData, name);
    if (error) return { ...withIntent(formData, keep), error };
  }
  return intent ? edit(formData, form, intent) : { formData };
}

/** Applies an intent. Removing or moving a call may also change the steps around it. */
function edit(formData: FormData, form: CurrentForm, intent: Intent): IntentResult {
  const formEdit = readFormEdit(intent);
  if (!formEdit) {
    const notice = describeStepIntent(intent.type, intent.payload, form);
    return { ...withIntent(formData, intent), chainNotice: addUndo(notice, form, intent) };
  }
  const { value, isPlain, broken } = applyChainEdit(form, formEdit);
  const applied = isPlain ? intent : { type: 'update', payload: { value } };
  const notice = describeAdjusted(broken);
  const after = isPlain ? undefined : (value as CurrentForm);
  return { ...withIntent(formData, applied), chainNotice: addUndo(notice, form, intent, after) };
}

/** Adds the button that brings back what the intent deletes; without a place, a notice is about the whole chain. */
function addUndo(
  notice: ChainNotice | undefined,
  form: CurrentForm,
  { type, payload: { name = '', index = -1 } }: Intent,
  after?: CurrentForm,
): ChainNotice | undefined {
  const described = type === 'remove' ? describeDeletion(form, { name, index }, after) : undefined;
  if (!described) return notice;
  const { title, deletion } = described;
  return { ...(notice ?? { tone: 'good', title, texts: [] }), undo: JSON.stringify(deletion) };
}

const Deletion = z.object({
  call: z.object({ id: z.string(), index: z.number().int().min(0) }).nullable(),
  list: z.string(),
  index: z.number().int().min(0),
  fields: z.looseObject({}),
  changed: z.array(
    z.object({
      callId: z.string(),
      callName: z.string(),
      list: z.enum(['conditional', 'handling', 'loop']),
      before: z.array(z.looseObject({})),
      after: z.array(z.looseObject({})),
    }),
  ),
});

/** Reads the value of the button 'Undo'; undefined when it is not what a notice wrote. */
function readDeletion(text: string): z.infer<typeof Deletion> | undefined {
  try {
    return Deletion.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Brings back what an earlier press deleted. */
function undo(formData: FormData, form: CurrentForm, text: string): IntentResult {
  const deletion = readDeletion(text);
  const restored = deletion && restoreDeleted(form, deletion);
  if (restored) {
    const { change, left } = restored;
    const notice: ChainNotice = { tone: 'warn', title: leftTitle, texts: left };
    return { ...withIntent(formData, change), chainNotice: left.length > 0 ? notice : undefined };
  }
  const { title, description } = goneTitle;
  const notice: ChainNotice = { tone: 'warn', title, texts: [description] };
  return { ...withIntent(formData, keep), chainNotice: notice };
}

function readFormEdit({ type, payload }: Intent): IndexedEdit | undefined {
  const { name, index = -1, from = -1, to = -1 } = payload;
  if (name !== 'apiCalls') return undefined;
  if (type === 'remove') return { kind: 'delete', index };
  return type === 'reorder' ? { kind: 'move', index: from, to } : undefined;
}

interface Intent {
  type: string;
  payload: {
    name?: string;
    index?: number;
    from?: number;
    to?: number;
    defaultValue?: { otherwise?: string };
  };
}

function readIntent(formData: FormData): Intent | undefined {
  const text = formData.get('__intent__');
  // As for Conform, an empty one is none.
  return typeof text === 'string' && text ? (JSON.parse(text) as Intent) : undefined;
}

function parseForm(formData: FormData): CurrentForm {
  const typed = new FormData();
  for (const [name, value] of formData) if (name !== '__intent__') typed.append(name, value);
  const submission = parseWithZod(typed, { schema: EditorForm });
  return submission.status === 'success' ? (toFields(submission.value) as CurrentForm) : undefined;
}

function withIntent(formData: FormData, intent: object): IntentResult {
  const changed = new FormData();
  for (const [name, value] of formData)
    if (name !== 'intent' && name !== '__intent__') changed.append(name, value);
  changed.set('__intent__', JSON.stringify(intent));
  return { formData: changed };
}

function duplicate(formData: FormData, form: CurrentForm, index: number): IntentResult {
  const call = findCall(form, index);
  if (!call) return withIntent(formData, keep);
  const payload = { name: 'apiCalls', index: index + 1, defaultValue: duplicateCall(form, call) };
  return withIntent(formData, { type: 'insert', payload });
}

/** Converts booleans to what check boxes send: `on` or nothing. */
function toFields(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'on' : undefined;
  if (Array.isArray(value)) return value.map(toFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toFields(item)]));
}

function beautify(formData: FormData, form: CurrentForm, callIndex: number): IntentResult {
  const body = formatJsonBody(findCall(form, callIndex)?.body ?? '');
  if (body === undefined) {
    const title = 'Invalid JSON Format';
    const text = 'Please check your JSON syntax and try again.';
    return { ...withIntent(formData, keep), notice: { callIndex, tone: 'bad', title, text } };
  }
  const payload = { name: `apiCalls[${callIndex}].body`, value: body };
  const notice = { callIndex, tone: 'good' as const, title: 'JSON Beautified' };
  return { ...withIntent(formData, { type: 'update', payload }), notice };
}

function findUses(form: CurrentForm, { name = '', index = -1 }: Intent['payload']): InUse | undefined {
  const call = name === 'apiCalls' ? index : Number(/^apiCalls\[(\d+)\]/.exec(name)?.[1] ?? -1);
  const field = name.endsWith('.extractFields') ? listFields(findCall(form, call))[index] : undefined;
  const names = name === 'apiCalls' ? listCallVariables(form, index) : field?.saveAs ? [field.saveAs] : [];
  const uses = name.endsWith('.loop') ? listLoopUses(form, call, index) : listLaterUses(form, call, names);
  return uses.length > 0 ? { name, index, uses } : undefined;
}

function findCall(form: CurrentForm, index: number): CurrentCall | undefined {
  return Array.isArray(form?.apiCalls) ? form.apiCalls[index] : undefined;
}

function listFields(call: CurrentCall | undefined) {
  const fields = call?.responseMapping?.extractFields;
  return Array.isArray(fields) ? fields : [];
}

function findIncompleteHeader(formData: FormData, list: string): Record<string, string[]> | undefined {
  for (let index = 0; formData.has(`${list}[${index}].name`); index += 1) {
    for (const part of ['name', 'value']) {
      const field = `${list}[${index}].${part}`;
      if (String(formData.get(field) ?? '').trim() === '') return { [field]: [incompleteHeader] };
    }
  }
  return undefined;
}
