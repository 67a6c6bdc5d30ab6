// The grammar alone, which browsers check typed text by without the rest of the engine.

/** A reference's grammar, with the name and the path as groups; for expressions with the flag `u`. */
export const referencePattern = String.raw`([A-Za-z_]\w*)((?:\.[\p{L}\p{N}_$-]+|\[-?\d+\]|\['[^'{}]*'\])*)`;

/** A placeholder in a text; its groups are the whole reference, the name and the path. */
export const placeholderPattern = new RegExp(String.raw`\{\{\s*(${referencePattern})\s*\}\}`, 'gu');
