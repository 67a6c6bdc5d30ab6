/**
 * The attributes of a form whose typed values come back when its session had ended: they mark the form for `kept-typing.ts`
 * and, without script, for the server. `secret-form-fields.ts` says which of its fields are secret.
 */
export const keepsTyping = { 'data-keeps-typing': '' };
