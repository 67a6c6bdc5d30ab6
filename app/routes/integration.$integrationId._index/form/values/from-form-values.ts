import { readSourceValue } from '~/components/integration/event-source';
import { HeaderName, incompleteHeader } from '~/engine/definition/headers';
import { readEncodedForm } from '~/engine/request-bodies/encoded-form';
import { limits } from '~/engine/schema/limits';
import type { CallForm, EditorForm, HeaderRow } from '../editor-form';
import { findWrongComputed, readComputedLines } from '../lines/computed-lines';
import { splitLines } from '../lines/split-lines';
import { listEndpointErrors, nameEndpointField, toEndpoint } from './endpoint-values';
import { nameLoopField, toLoops } from './loop-values';
import { normalizeName } from '../normalize-input';
import { isNewCall } from '../new-call';
import { findRememberError, nameRememberField, readRememberLines } from '../lines/remember-lines';
import { rarelyHasBody } from '../method-body';
import { listRepeatErrors, nameRepeatField, toRepeat } from './repeat-values';
import { nameWaitField, toWait } from '../waits/wait-values';
import { listStepErrors, nameStepField, toFieldName, toSteps } from './from-step-values';

type FieldErrors = Record<string, string[]>;

/**
 * Converts the form to what the services accept as a save. Header rows without a name are dropped. Names of variables
 * that are not `stored` are settled, as script settles them when the user leaves a field. `makeId` makes the ids of new
 * calls, since steps name calls by id.
 */
export function toChange(form: EditorForm, makeId: () => string, stored: readonly string[] = []) {
  const newCalls = form.apiCalls.filter(({ id }) => isNewCall(id));
  const callIds = new Map(newCalls.map(({ id }) => [id, makeId()]));
  return {
    ...toSteps(form, callIds),
    loopSteps: toLoops(form, (callId) => callIds.get(callId) ?? callId, stored),
    triggerConfig: toTrigger(form.triggerConfig, stored, callIds),
    runSettings: toRunSettings(form.triggerConfig, stored),
    apiCalls: form.apiCalls.map((call, index) => ({
      id: callIds.get(call.id) ?? call.id,
      order: index + 1,
      name: call.name,
      note: call.note,
      method: call.method,
      url: call.url,
      allowedHosts: call.allowedHosts.split(/[\s,;]+/).filter(Boolean),
      headers: toHeaders(call.headers),
      secretHeaders: call.headers.filter(({ name, secret }) => name && secret).map(({ name }) => name.trim()),
      ...toBody(call),
      authConfig: toAuthConfig(call.authConfig),
      responseMapping: {
        saveAs: normalizeName(call.responseMapping.saveAs, stored),
        ...(call.responseMapping.saveFileAs && {
          saveFileAs: normalizeName(call.responseMapping.saveFileAs, stored),
        }),
        extractFields: call.responseMapping.extractFields.map(({ jsonPath, saveAs }) => ({
          jsonPath,
          saveAs: normalizeName(saveAs, stored),
        })),
        computed: readComputedLines(call.responseMapping.computed, (name) => normalizeName(name, stored))
          .computed,
      },
      remember: readRememberLines(call.responseMapping.remember).values,
      repeat: toRepeat(call.repeat, stored),
      wait: toWait(call.wait),
      timeoutMs: isTimeout(call) ? Number(call.timeoutSeconds) * 1000 : undefined,
      followRedirects: call.followRedirects,
    })),
  };
}

function toBody({ method, sendsBody, body, bodyType }: CallForm) {
  if (!sendsBody && rarelyHasBody(method)) return { body: '' };
  // Examples of APIs are often encoded already. An empty body stays, for the user to be asked for the fields.
  if (bodyType === 'form') return { body: readEncodedForm(body.trim()) ?? body, bodyType };
  return bodyType ? { body, bodyType } : { body };
}

/** Leaves out empty fields, which stand for the defaults. */
function toRunSettings(
  { maxMinutes, computed: lines }: EditorForm['triggerConfig'],
  stored: readonly string[],
) {
  const { computed } = readComputedLines(lines, (name) => normalizeName(name, stored));
  return {
    ...(maxMinutes.trim() !== '' && { maxMinutes: Number(maxMinutes) }),
    ...(computed && { computed }),
  };
}

function toAuthConfig({ type, token, username, password, connectionId }: CallForm['authConfig']) {
  if (type === 'connection') return { type, connectionId };
  if (type === 'bearer') return { type, token };
  if (type === 'basic') return { type, username, password };
  return { type: type || 'none' };
}

function toTrigger(
  { type, manual, webhook, cron, event }: EditorForm['triggerConfig'],
  stored: readonly string[],
  callIds: ReadonlyMap<string, string>,
) {
  if (type === 'event') return { type, event: { ...readSourceValue(event.integrationId), on: event.on } };
  if (type === 'cron') return { type, cron };
  if (type === 'manual' && manual.fields.length > 0) return { type, manual: toRunForm(manual, stored) };
  if (type !== 'webhook') return { type };
  const { secret, headers } = webhook;
  const variables = webhook.variables.map((row) => ({ ...row, name: normalizeName(row.name, stored) }));
  return {
    type,
    webhook: { secret, headers: toHeaders(headers), variables, ...toEndpoint(webhook.endpoint, callIds) },
  };
}

function toRunForm({ fields }: EditorForm['triggerConfig']['manual'], stored: readonly string[]) {
  return {
    fields: fields.map((row) => ({
      ...row,
      name: normalizeName(row.name, stored),
      default: row.type === 'file' ? '' : row.default,
      choices: row.type === 'choice' ? splitLines(row.choices).filter((line) => line.trim()) : [],
      accept: row.type === 'file' ? row.accept : '',
    })),
  };
}

function toHeaders(rows: HeaderRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]),
  );
}

function isTimeout({ timeoutSeconds }: CallForm): boolean {
  const { min, max } = limits.callTimeoutMs;
  const timeoutMs = Number(timeoutSeconds) * 1000;
  return Number.isInteger(timeoutMs) && timeoutMs >= min && timeoutMs <= max;
}

/** Lists errors of the form that can no longer be seen in the result of `toChange`. */
function listFormErrors(form: EditorForm): FieldErrors {
  const errors: FieldErrors = listStepErrors(form);
  const wrongFirst = findWrongComputed(form.triggerConfig.computed);
  if (wrongFirst) errors['triggerConfig.computed'] = [wrongFirst];
  if (form.triggerConfig.type === 'webhook') {
    const { headers, endpoint } = form.triggerConfig.webhook;
    addHeaderErrors(errors, 'triggerConfig.webhook.headers', headers);
    for (const [field, messages] of Object.entries(listEndpointErrors(endpoint))) {
      errors[`triggerConfig.webhook.endpoint.${field}`] = messages;
    }
  }
  for (const [index, call] of form.apiCalls.entries()) {
    addHeaderErrors(errors, `apiCalls[${index}].headers`, call.headers);
    const wrong = findWrongComputed(call.responseMapping.computed);
    if (wrong) errors[`apiCalls[${index}].responseMapping.computed`] = [wrong];
    for (const [field, messages] of Object.entries(listRepeatErrors(call.repeat))) {
      errors[`apiCalls[${index}].repeat.${field}`] = messages;
    }
    const unread = findRememberError(call.responseMapping.remember);
    if (unread !== undefined) errors[`apiCalls[${index}].responseMapping.remember`] = [unread];
    if (call.timeoutSeconds && !isTimeout(call)) {
      const { min, max } = limits.callTimeoutMs;
      errors[`apiCalls[${index}].timeoutSeconds`] = [
        `Write a whole number of seconds from ${min / 1000} to ${max / 1000}`,
      ];
    }
  }
  return errors;
}

function addHeaderErrors(errors: FieldErrors, path: string, rows: HeaderRow[]): void {
  const seen = new Set<string>();
  for (const [index, { name, value }] of rows.entries()) {
    const key = name.trim().toLowerCase();
    const missing = !key && value ? 'name' : key && !value.trim() ? 'value' : undefined;
    if (missing) errors[`${path}[${index}].${missing}`] = [incompleteHeader];
    if (key && seen.has(key)) errors[`${path}[${index}].name`] = ['Header name already exists'];
    seen.add(key);
  }
}

/** Merges all errors. For headers, the message at the row replaces the one at the list. */
export function mergeErrors(problem: FieldErrors, form: EditorForm): FieldErrors {
  const rows = listFormErrors(form);
  const errors = nameErrors(problem, form);
  for (const row of Object.keys(rows)) delete errors[row.replace(/\[\d+\]\.(name|value)$/, '')];
  return { ...errors, ...rows };
}

/** Names the form's fields of a problem: `apiCalls.0.headers.X-Key` → `apiCalls[0].headers[1].value`. */
export function nameErrors(fields: FieldErrors, form: EditorForm): FieldErrors {
  const errors: FieldErrors = {};
  for (const [field, messages] of Object.entries(fields)) {
    const [, owner, header] = /^(apiCalls\.\d+|triggerConfig\.webhook)\.headers\.(.+)$/.exec(field) ?? [];
    const name =
      owner && header
        ? nameHeaderField(owner, header, form)
        : (nameStepField(field, form) ??
          nameLoopField(field, form) ??
          nameEndpointField(field, form.triggerConfig.webhook.endpoint.scheme) ??
          nameRepeatField(field) ??
          nameRememberField(field) ??
          nameWaitField(field) ??
          field
            .replace(/^runSettings\.(?=maxMinutes|computed)/, 'triggerConfig.')
            .replace(/^triggerConfig\.event\.tag$/, 'triggerConfig.event.integrationId')
            .replace(
              /(\.allowedHosts)\.\d+$|(\.computed)\.\d+\.\w+$|(\.fields\.\d+\.choices)\.\d+$/,
              '$1$2$3',
            ));
    const listed = (errors[toFieldName(name)] ??= []);
    for (const message of messages) if (!listed.includes(message)) listed.push(message);
  }
  return errors;
}

/** Converts the fields of a problem of a single call's test to names of the form's fields. */
export function nameTestErrors(fields: FieldErrors, callIndex: number, form: EditorForm): FieldErrors {
  const named = Object.entries(fields).map(([name, messages]) => [`apiCalls.${callIndex}.${name}`, messages]);
  return nameErrors(Object.fromEntries(named), form);
}

function nameHeaderField(owner: string, header: string, form: EditorForm): string {
  const index = /^apiCalls\.(\d+)$/.exec(owner)?.[1];
  const rows = index ? form.apiCalls[Number(index)]?.headers : form.triggerConfig.webhook.headers;
  const row = rows?.findIndex(({ name }) => name.trim() === header) ?? -1;
  if (row < 0) return `${owner}.headers`;
  return `${owner}.headers.${row}.${HeaderName.safeParse(header).success ? 'value' : 'name'}`;
}
