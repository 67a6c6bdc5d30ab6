// Buttons are written like sentences, "Save value", except for those that the product's description names literally.
import ts from 'typescript';
import { expect, test } from 'vitest';

/** The labels that are named literally, and texts that busy buttons show in their place. */
const literal = new Set([
  'Add API Call',
  'Add First API Call',
  'Back to Dashboard',
  'Back to Integration Setup',
  'Back to Login',
  'Continue to Setup',
  'Create Integration',
  'Download Test Data',
  'Edit Profile',
  'Go to Home',
  'Go to Login',
  'New Integration',
  'Next: Test & Deploy',
  'Refresh Test History',
  'Remove Anyway',
  'Run Test',
  'Running Test...',
  'Save Changes',
  'Save Configuration',
  'Send Reset Link',
  'Test API Call',
  'Test Payment',
  'Test Webhook',
  'Update Payment Method',
  'View All',
  'View All Logs',
]);

const labelAttributes = new Set(['addLabel', 'submitLabel', 'confirmLabel', 'pendingText']);

/** Lists the texts of buttons in a file: what stands between the tags of a button or a link that looks like one. */
function listButtonTexts(code: string): string[] {
  const source = ts.createSourceFile('a.tsx', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const texts: string[] = [];
  const visit = (node: ts.Node, isInButton: boolean): void => {
    if (ts.isJsxText(node) && isInButton) texts.push(node.text.trim().replaceAll(/\s+/g, ' '));
    else if (ts.isStringLiteral(node) && isInButton) texts.push(node.text);
    else if (ts.isJsxAttribute(node)) {
      const { initializer } = node;
      if (labelAttributes.has(node.name.getText()) && initializer && ts.isStringLiteral(initializer)) {
        texts.push(initializer.text);
      }
      ts.forEachChild(node, (child) => visit(child, false));
      return;
    }
    const isButton = ts.isJsxElement(node) && /Button$|^button$/.test(node.openingElement.tagName.getText());
    ts.forEachChild(node, (child) => visit(child, isInButton || isButton));
  };
  visit(source, false);
  return texts.filter(Boolean);
}

const screens = import.meta.glob<string>('/app/{components,routes}/**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const texts = Object.values(screens).flatMap(listButtonTexts);

test('buttons are written like sentences', () => {
  expect(texts.length).toBeGreaterThan(200);
  const titled = texts.filter((text) => /\s[A-Z][a-z]/.test(text) && !literal.has(text));
  expect([...new Set(titled)]).toEqual([]);
});

test('every literal label is one of a button', () => {
  expect([...literal].filter((label) => !texts.includes(label))).toEqual([]);
});
