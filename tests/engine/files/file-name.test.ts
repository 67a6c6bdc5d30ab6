import { expect, test } from 'vitest';
import { nameFile, readFileType } from '~/engine/files/file-name';

const url = 'https://a.example/invoices/in%20voice.pdf?x=1';

test.each([
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['inline; filename=a.pdf', 'a.pdf'],
  ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'na%C3%AFve.pdf', 'naïve.pdf'],
  ["attachment; filename*=iso-8859-1'en'%A3.pdf", '£.pdf'],
  [Buffer.from('attachment; filename="ü.pdf"').toString('latin1'), 'ü.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\temp\\\\a.pdf"', 'a.pdf'],
  ['attachment; filename=".."', 'file'],
  // U+202E would show it as `invoiceexe.pdf`.
  ["attachment; filename*=UTF-8''invoice%E2%80%AEfdp.exe", 'invoicefdp.exe'],
  ['attachment', 'in voice.pdf'],
  ["attachment; filename*=UTF-8''%ff", 'in voice.pdf'],
])('%s names %s', (disposition, name) => {
  expect(nameFile([['content-disposition', disposition]], url)).toBe(name);
});

test.each([
  ['https://a.example/', 'file'],
  ['https://a.example/%ff', 'file'],
  ['', 'file'],
  [`https://a.example/${'x'.repeat(300)}`, 'x'.repeat(255)],
])('the address %s names %s', (address, name) => {
  expect(nameFile([], address)).toBe(name);
});

test.each([
  ['text/csv; charset=windows-1252', 'text/csv; charset=windows-1252'],
  ['', 'application/octet-stream'],
  ['pdf', 'application/octet-stream'],
  ['a/b; x=\u0007', 'application/octet-stream'],
])('the type %j is read as %s', (type, read) => {
  expect(readFileType([['content-type', type]])).toBe(read);
});
