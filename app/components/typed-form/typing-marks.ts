/**
 * Spread into the attributes of a form that comes back as it was typed when its session was over: `kept-typing.ts` knows it by
 * that, and without script the server. Which of its fields are secret, `secret-form-fields.ts` says.
 */
export const keepsTyping = { 'data-keeps-typing': '' };
