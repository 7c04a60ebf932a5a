import type { Tool, ToolHints } from '../../src/index.ts';
import { withDefaults } from '../../src/index.ts';

/** What tools do, from harmless to dangerous. */
export const effects = ['read', 'write', 'destroy'] as const;

/** One of {@link effects}. */
export type Effect = (typeof effects)[number];

/** What a tool does, as its hints say on the wire. */
export function effectOf(hints: ToolHints): Effect {
  const { readOnly, destructive } = withDefaults(hints);
  if (readOnly) return 'read';
  return destructive ? 'destroy' : 'write';
}

/** The hints as short words: `read, idempotent`. */
export function hintWordsOf(hints: ToolHints): string {
  const { idempotent, openWorld } = withDefaults(hints);
  return [
    effectOf(hints),
    ...(idempotent ? ['idempotent'] : []),
    ...(openWorld ? [] : ['closed world']),
  ].join(', ');
}

/** Tools by what they do; every effect is a key. */
export function toolsByEffect(tools: readonly Tool[]): Readonly<Record<Effect, readonly Tool[]>> {
  const of = (effect: Effect): readonly Tool[] =>
    tools.filter((tool) => effectOf(tool.hints) === effect);
  return { read: of('read'), write: of('write'), destroy: of('destroy') };
}
