import { expect, it } from 'vitest';
import { checkDefinition } from '~/engine/checks/definition-check';
import { Definition } from '~/engine/integration';

const wait = { kind: 'answer', seconds: 60, message: 'Send\u202eit?', choices: ['Yes', '\u200b'] };
const calls = [
  { id: 'one', name: 'Read\u202eorders', order: 1, url: 'https://api.example.com/' },
  { id: 'two', name: '\u200b', order: 2, url: 'https://api.example.com/', wait },
  { id: 'three', name: '', order: 3, url: 'https://api.example.com/' },
];
const variables = [
  { name: 'id', jsonPath: '$.id', description: 'Of the\norder' },
  { name: 'sum', jsonPath: '$.sum', description: 'a\u0007b' },
];
const sent = { apiCalls: calls, triggerConfig: { type: 'webhook', webhook: { variables } } };

it('a save names each name and description with characters that it must not have', () => {
  const stored = { definition: Definition.parse({}), unreadable: new Set<string>() };
  expect(checkDefinition(sent, stored, () => 'new')).toEqual({
    kind: 'wrong',
    fields: {
      'apiCalls.0.name': ['API call name must not contain line breaks or control characters'],
      'apiCalls.1.name': ['API call name must contain a visible character'],
      'apiCalls.1.wait.message': ['The message must not contain control characters'],
      'apiCalls.1.wait.choices.1': ['A choice must contain a visible character'],
      'triggerConfig.webhook.variables.1.description': [
        'Variable description must not contain control characters',
      ],
    },
  });
});

it('a definition that was saved with them is still read', () => {
  expect(Definition.parse(sent).apiCalls.map(({ name }) => name)).toEqual(['Read\u202eorders', '\u200b', '']);
});
