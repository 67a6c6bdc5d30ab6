// Who may run and copy it, told the same wherever people and programs look.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

function readLicence(file: string): unknown {
  return (JSON.parse(readFileSync(file, 'utf8')) as { license: unknown }).license;
}

test('the licence is MIT, in its own file, the package, the lock file and the README', () => {
  const text = readFileSync('LICENSE', 'utf8');
  expect(text).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} \S/);
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(readLicence('package.json')).toBe('MIT');
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { license?: string }>;
  };
  expect(lock.packages['']?.license).toBe('MIT');
  expect(readFileSync('README.md', 'utf8')).toContain('[MIT](LICENSE)');
});

test('the image carries the licence along', () => {
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^COPY LICENSE \.\/$/m);
});
