// What a browser sends for a form: the HTML standard's form submission.

/** A file that is chosen in a field. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export interface FormRequest {
  method: string;
  url: string;
  body?: Buffer;
  contentType?: string;
}

const chosenFiles = new WeakMap<Element, ChosenFile[]>();

export function chooseFiles(input: Element, files: ChosenFile[]): void {
  chosenFiles.set(input, files);
  // The document takes no files from a test, and would still miss one.
  input.removeAttribute('required');
}

/** What pressing a button sends. */
export async function describeRequest(
  form: HTMLFormElement,
  button: HTMLElement | null,
): Promise<FormRequest> {
  const attribute = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  const url = new URL(attribute('action') || form.ownerDocument.URL, form.ownerDocument.URL);
  const entries = readEntries(form, button);
  if (attribute('method')?.toLowerCase() !== 'post') {
    url.search = encode(entries);
    return { method: 'GET', url: url.href };
  }
  if (attribute('enctype') !== 'multipart/form-data') {
    const contentType = 'application/x-www-form-urlencoded';
    return { method: 'POST', url: url.href, body: Buffer.from(encode(entries)), contentType };
  }
  const data = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value.buffer)], { type: value.mimeType }), value.name);
  }
  const sent = new Response(data);
  const body = Buffer.from(await sent.arrayBuffer());
  return { method: 'POST', url: url.href, body, contentType: sent.headers.get('Content-Type') ?? '' };
}

function encode(entries: [string, string | ChosenFile][]): string {
  const fields = entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
  return new URLSearchParams(fields).toString();
}

const noFile: ChosenFile = { name: '', mimeType: 'application/octet-stream', buffer: Buffer.of() };

function readEntries(form: HTMLFormElement, button: HTMLElement | null): [string, string | ChosenFile][] {
  const { FormData: DocumentFormData } = form.ownerDocument.defaultView as Window & typeof globalThis;
  const entries: [string, string | ChosenFile][] = [];
  const named = new Map<string, Element>();
  for (const field of form.elements) {
    if (field.matches('input[type=file][name]')) named.set(field.getAttribute('name') ?? '', field);
  }
  for (const [name, value] of new DocumentFormData(form, button).entries()) {
    if (typeof value === 'string') {
      entries.push([spellLines(name), spellLines(value)]);
      continue;
    }
    const files = chosenFiles.get(named.get(name) ?? form) ?? [];
    for (const file of files.length > 0 ? files : [noFile]) entries.push([spellLines(name), file]);
  }
  return entries;
}

/** Lines end in CR and LF in what a form sends. */
function spellLines(text: string): string {
  return text.replaceAll(/\r?\n|\r/g, '\r\n');
}
