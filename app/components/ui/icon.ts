import type { ComponentType } from 'react';

/** What draws an icon: one of Lucide's, or one that refers to an icon that was drawn before. */
export type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean | 'true' | 'false' }>;
