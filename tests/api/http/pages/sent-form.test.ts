import { expect, test } from 'vitest';
import { copySentForm, repeatForm } from '~/api/http/pages/sent-form';

function post(body: URLSearchParams | FormData, path = '/profile', bytes = 1000): Request {
  const headers = { 'Content-Length': String(bytes) };
  return new Request(`http://localhost${path}`, { method: 'POST', body, headers });
}

test('the fields are kept in their order, and the request stays unread', async () => {
  const request = post(new URLSearchParams('name=Ada&rows=1&rows=2&password='));
  const read = copySentForm(request);
  expect(await request.text()).toBe('name=Ada&rows=1&rows=2&password=');
  const fields = [
    ['name', 'Ada'],
    ['rows', '1'],
    ['rows', '2'],
    ['password', ''],
  ];
  expect(await read?.()).toEqual({ fields, hasFiles: false });
});

test.each(['password', 'newPassword', 'cvv', 'cardNumber'])('a %s is not given back', async (name) => {
  const form = await copySentForm(post(new URLSearchParams([[name, '123']])))?.();
  expect(repeatForm(form!)).toBe('unkept');
  expect(repeatForm({ fields: [[name, '']], hasFiles: false })).toEqual([[name, '']]);
});

test('a control in which no file was chosen is nothing that would be lost', async () => {
  // As browsers write it (HTML §4.10.21.8).
  const parts = ['name="note"\r\n\r\ntyped', 'name="document"; filename=""\r\n\r\n'];
  const body = parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('');
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '200' };
  const request = new Request('http://localhost/run', { method: 'POST', headers, body: `${body}--b--\r\n` });
  expect(await copySentForm(request)?.()).toEqual({ fields: [['note', 'typed']], hasFiles: false });
});

test('a file is not kept, and what was typed beside it is not sent again without it', async () => {
  const form = new FormData();
  form.set('note', 'typed');
  form.set('document', new File(['{}'], 'api.json'));
  const copied = await copySentForm(post(form))?.();
  expect(copied).toEqual({ fields: [['note', 'typed']], hasFiles: true });
  expect(repeatForm(copied!)).toBe('unkept');
});

test('what is longer than a person types is not copied', async () => {
  const request = post(new URLSearchParams('name=Ada'), '/profile', 2_000_000);
  expect(await copySentForm(request)?.()).toBe('unkept');
  expect(await request.text()).toBe('name=Ada');
});

test('script keeps its page, and a read sends nothing', () => {
  expect(copySentForm(post(new URLSearchParams('name=Ada'), '/profile.data'))).toBeUndefined();
  expect(copySentForm(new Request('http://localhost/profile'))).toBeUndefined();
});
