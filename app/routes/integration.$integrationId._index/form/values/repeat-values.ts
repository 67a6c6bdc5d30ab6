// Converts the repetition of a call to fields of the form and back. Empty fields stand for the defaults.
import type { Repeat } from '~/engine/definition/repeat';
import { findWrongLines, readConditionLines, writeConditionLines } from '../lines/condition-lines';
import { normalizeName } from '../normalize-input';
import type { RepeatForm } from '../step-schema';
import { readNumber } from '../read-number';

const empty: RepeatForm = {
  kind: '',
  by: 'link',
  nextPath: '',
  nextHeader: '',
  cursorIn: 'query',
  param: '',
  bodyPath: '',
  start: '',
  pageSize: '',
  items: '',
  moreAt: '',
  saveAs: '',
  maxPages: '',
  maxItems: '',
  everyMs: '',
  conditions: '',
  everySeconds: '',
  maxTries: '',
  onGiveUp: 'error',
};

export function toRepeatForm(repeat: Repeat | undefined): RepeatForm {
  if (!repeat) return empty;
  if (repeat.kind === 'until') {
    const { kind, conditions, everySeconds, maxTries, onGiveUp } = repeat;
    const bounds = { everySeconds: String(everySeconds), maxTries: String(maxTries) };
    return { ...empty, kind, conditions: writeConditionLines(conditions), ...bounds, onGiveUp };
  }
  const { kind, next, items, moreAt = '', saveAs, maxPages, maxItems, everyMs } = repeat;
  return {
    ...empty,
    kind,
    by: next.by,
    ...('path' in next && { nextPath: next.path }),
    ...('header' in next && { nextHeader: next.header }),
    ...('in' in next && { cursorIn: next.in ?? 'query' }),
    ...('param' in next && { param: next.param ?? '' }),
    ...('bodyPath' in next && { bodyPath: next.bodyPath ?? '' }),
    ...('start' in next && { start: String(next.start) }),
    ...('pageSize' in next && { pageSize: String(next.pageSize ?? '') }),
    items,
    moreAt,
    saveAs,
    maxPages: String(maxPages),
    maxItems: String(maxItems),
    everyMs: String(everyMs),
  };
}

/** Converts the fields to what the services accept; undefined for a call sent once. `stored` names stay as they are. */
export function toRepeat(form: RepeatForm, stored: readonly string[]) {
  const { kind } = form;
  if (kind === 'until') {
    return {
      kind,
      conditions: readConditionLines(form.conditions).conditions,
      everySeconds: readNumber(form.everySeconds),
      maxTries: readNumber(form.maxTries),
      onGiveUp: form.onGiveUp || undefined,
    };
  }
  if (kind !== 'pages') return undefined;
  return {
    kind,
    next: toNextPage(form),
    items: form.items,
    moreAt: form.moreAt.trim() || undefined,
    saveAs: normalizeName(form.saveAs, stored),
    maxPages: readNumber(form.maxPages),
    maxItems: readNumber(form.maxItems),
    everyMs: readNumber(form.everyMs),
  };
}

function toNextPage(form: RepeatForm) {
  const { by, nextPath: path } = form;
  const param = form.param.trim() || undefined;
  const inBody =
    form.cursorIn === 'body' ? { in: 'body', bodyPath: form.bodyPath.trim() || undefined } : undefined;
  const cursor = inBody ?? { in: 'query', param };
  switch (by) {
    case 'url':
      return { by, path };
    case 'cursor':
      return { by, path, ...cursor };
    case 'header':
      return { by, header: form.nextHeader.trim(), ...cursor };
    case 'page':
      return { by, param, ...inBody, start: readNumber(form.start), pageSize: readNumber(form.pageSize) };
    case 'offset':
      return { by, param, ...inBody, pageSize: readNumber(form.pageSize) };
    default:
      return { by: by || 'link' };
  }
}

/** Lists errors of the fields that can no longer be seen in the result of {@link toRepeat}. */
export function listRepeatErrors({ kind, conditions }: RepeatForm): Record<string, string[]> {
  const wrong = kind === 'until' ? findWrongLines(conditions, 'response.body.status equals done') : undefined;
  return wrong ? { conditions: [wrong] } : {};
}

/** Converts the field of a problem to the name of the form's field; undefined for any other field. */
export function nameRepeatField(field: string): string | undefined {
  const [, place, part = ''] = /^(apiCalls\.\d+\.repeat)(?:\.(.+))?$/.exec(field) ?? [];
  if (place === undefined) return undefined;
  if (part.startsWith('conditions')) return `${place}.conditions`;
  const inNext = part.replace(/^next\.?/, '');
  const names: Record<string, string> = {
    '': part === 'next' ? 'by' : 'kind',
    path: 'nextPath',
    header: 'nextHeader',
    in: 'cursorIn',
  };
  return `${place}.${names[inNext] ?? inNext}`;
}
