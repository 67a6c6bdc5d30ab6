// Puts what a user typed back into its form in the HTML of a page, as `kept-typing.ts` does in the browser. No screen has to do
// anything for it. The HTML is React's own, which quotes all attributes and escapes `<` and `>` in them.
import { escapeHtml } from '~/escape-html';
import { secretNote } from '~/secret-form-fields';
import { isTypedField, tellsWhatWasShown, type UnsentForm } from '~/services/accounts/unsent-forms';

const forms = /<form\b[^>]* data-keeps-typing=""[^>]*>.*?<\/form>/gs;
const controls =
  /(?<tag><(?<kind>input|button|textarea|select)\b[^>]*>)(?:(?<=<textarea\b[^>]*>)(?<content>[^<]*)<\/textarea>|(?<=<select\b[^>]*>)(?<options>.*?)<\/select>)?/gs;
const option = /<option\b[^>]*>/g;

type Typed = Pick<UnsentForm, 'fields' | 'secrets'>;

/**
 * Returns the page with the typed values in its form: the marked form that has the same intent. Undefined when the page has no
 * such form, or when the form cannot hold all values.
 */
export function fillForm(page: string, typed: Typed): string | undefined {
  for (const { 0: form, index } of page.matchAll(forms)) {
    if (!isOf(form, typed)) continue;
    const filled = fillControls(form, typed);
    return filled && page.slice(0, index) + filled + page.slice(index + form.length);
  }
  return undefined;
}

/** Checks whether the form has the intent, by the hidden field or the button that names it. */
function isOf(form: string, { fields }: Typed): boolean {
  const intent = fields.find(([name]) => name === 'intent')?.[1];
  const named = [...form.matchAll(controls)]
    .map(({ groups: { tag = '' } = {} }) => tag)
    .filter((tag) => readAttribute(tag, 'name') === 'intent');
  return intent === undefined
    ? named.length === 0
    : named.some((tag) => readAttribute(tag, 'value') === intent);
}

function fillControls(form: string, { fields, secrets }: Typed): string | undefined {
  const left = [...fields];
  /** Takes the next value of the name that `fits`. */
  const take = (name: string, fits = (_value: string) => true) => {
    const at = left.findIndex(([other, value]) => other === name && fits(value));
    return at < 0 ? undefined : left.splice(at, 1)[0]?.[1];
  };
  const filled = form.replaceAll(controls, (...match) => {
    const groups = match.at(-1) as Record<'tag' | 'kind' | 'content' | 'options', string | undefined>;
    const { tag = '', kind, content, options = '' } = groups;
    const whole = match[0] as string;
    const name = readAttribute(tag, 'name');
    if (name === undefined) return whole;
    const type = kind === 'button' ? 'hidden' : readAttribute(tag, 'type');
    const own = readAttribute(tag, 'value');
    if (type === 'hidden') {
      // So what another user changed meanwhile is a conflict, as it would have been.
      const isOfForm = tellsWhatWasShown(name);
      const value = take(name, (each) => isOfForm || each === own);
      return isOfForm && value !== undefined ? setAttribute(tag, 'value', value) : whole;
    }
    if (type === 'checkbox' || type === 'radio') {
      const isChecked = take(name, (each) => each === (own ?? 'on')) !== undefined;
      return setAttribute(tag, 'checked', isChecked ? '' : undefined);
    }
    if (kind === 'select') {
      const offered = new Set([...options.matchAll(option)].map(([each]) => readAttribute(each, 'value')));
      const chosen = take(name, (each) => offered.has(each));
      if (chosen === undefined) return whole;
      const choice = options.replaceAll(option, (each) =>
        setAttribute(each, 'selected', readAttribute(each, 'value') === chosen ? '' : undefined),
      );
      return `${tag}${choice}</select>`;
    }
    const isSecret = secrets.includes(name);
    const value = isSecret ? '' : take(name);
    if (value === undefined) return whole;
    const noted = isSecret ? setAttribute(tag, 'placeholder', secretNote) : tag;
    if (content === undefined) return setAttribute(noted, 'value', value);
    // HTML drops a line break right behind the tag (HTML, section 13.1.2.5), so one is added.
    return `${noted}\n${escapeHtml(value)}</textarea>`;
  });
  return left.some(([name, value]) => isTypedField(name) && value.trim() !== '') ? undefined : filled;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** Reads an attribute of a tag as React writes it. */
function readAttribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value?.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (all, entity: string) => entities[entity] ?? all);
}

/** Returns the tag with the attribute, or without it. */
function setAttribute(tag: string, name: string, value: string | undefined): string {
  const without = tag.replace(new RegExp(` ${name}="[^"]*"`), '');
  if (value === undefined) return without;
  return without.replace(/\/?>$/, (end) => ` ${name}="${escapeHtml(value)}"${end}`);
}
