import { expect, test } from 'vitest';
import { authenticateForm } from '~/auth/login/strategy';

function createFormRequest() {
  const body = new URLSearchParams({ email: 'ada@example.com' });
  return new Request('http://localhost:3000/login', { method: 'POST', body });
}

test('the check gets the form, and its outcome is the result, a rejection too', async () => {
  const outcome = await authenticateForm(createFormRequest(), async (form) => ({
    kind: 'wrong-credentials',
    email: form.get('email'),
  }));
  expect(outcome).toEqual({ kind: 'wrong-credentials', email: 'ada@example.com' });
});

test('what the check throws is not hidden', async () => {
  const failing = authenticateForm(createFormRequest(), () => Promise.reject(new Error('disk full')));
  await expect(failing).rejects.toThrow('disk full');
});
