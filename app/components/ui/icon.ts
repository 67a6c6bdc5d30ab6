import type { ComponentType } from 'react';

/** An icon's component: one of Lucide's, or one that refers to an icon that was rendered before. */
export type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean | 'true' | 'false' }>;
