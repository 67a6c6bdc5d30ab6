import { describe, expect, it } from 'vitest';
import { readImport } from '~/engine/import/read-import';

const command = 'curl -X POST \\\n  https://a.test/x \\\n  -d b=1';

describe('a command is read', () => {
  it.each([
    ['in a Markdown fence', `\`\`\`bash\n${command}\n\`\`\`\nand then`],
    ['in a fence of tildes', `~~~\n${command}\n~~~`],
    ['in a fence that is never closed', `\`\`\`\n${command}`],
    ['in a quotation', command.replace(/^/gm, '> ')],
    ['behind a prompt', `$ ${command}`],
    ['behind a shell that asks for more', `> ${command}`],
    ['assigned to a variable', `RESPONSE=$(${command})`],
    ['assigned in quotes', `export RESPONSE="$( ${command} )";`],
    ['continued as in PowerShell', 'curl -X POST `\n  https://a.test/x `\r\n  -d b=1'],
  ])('%s', (_where, text) => {
    const { format, calls, notes } = readImport(text);
    expect([format, notes]).toEqual(['curl', []]);
    expect(calls.map(({ call }) => call)).toEqual([
      expect.objectContaining({ method: 'POST', url: 'https://a.test/x', body: 'b=1' }),
    ]);
  });

  it('and a pipe behind it is spoken of', () => {
    const { calls, notes } = readImport('ID=$(curl -s https://a.test/x | jq -r .id)');
    expect(calls).toHaveLength(1);
    expect(notes).toEqual([{ message: '“jq -r .id” is not a cURL command and was left out.' }]);
  });
});
