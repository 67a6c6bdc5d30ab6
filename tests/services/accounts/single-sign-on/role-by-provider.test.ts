import { expect, test } from 'vitest';
import { readRole } from '~/services/accounts/single-sign-on/role-by-provider';

const provider = {
  issuer: 'https://id.example.com',
  clientId: 'a',
  clientSecret: 'b',
  name: 'ID',
  domains: [],
};
const names = [
  { value: 'bosses', role: 'OWNER' as const },
  { value: 'admins', role: 'ADMIN' as const },
];

test.each([
  ['groups', { groups: ['admins', 'bosses'] }, 'OWNER'],
  ['groups', { groups: 'admins' }, 'ADMIN'],
  ['groups', { groups: ['others'] }, 'MEMBER'],
  ['groups', {}, 'MEMBER'],
  ['groups', { groups: { admins: true } }, 'MEMBER'],
  ['realm_access.roles', { realm_access: { roles: ['admins'] } }, 'ADMIN'],
  ['realm_access.roles', { realm_access: null }, 'MEMBER'],
  ['https://example.com/roles', { 'https://example.com/roles': ['bosses'] }, 'OWNER'],
  ['constructor.name', {}, 'MEMBER'],
])('the claim %s of %j makes %s', (claim, claims, role) => {
  expect(readRole({ ...provider, roles: { claim, names } }, claims)).toBe(role);
});

test('no claim decides where none is named', () => {
  expect(readRole(provider, { groups: ['admins'] })).toBeUndefined();
});
