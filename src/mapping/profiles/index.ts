import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Tool } from '../../model/tool.ts';

/** The clients and providers whose limits are known (rules C1 to C17). */
export type ProfileName = 'claude' | 'openai' | 'gemini' | 'cursor' | 'vscode';

/** Every {@link ProfileName}. */
export const profileNames: readonly ProfileName[] = [
  'claude',
  'openai',
  'gemini',
  'cursor',
  'vscode',
];

/** What a client adds around tools. */
export interface ProfileContext {
  /** Name under which the client knows the server; some prefix tool names with it (rules C6, C7). */
  readonly serverName: string;
}

/** Names what the client would refuse of this tool. */
export function checkTool(
  tool: Tool,
  profile: ProfileName,
  context: ProfileContext,
): readonly Diagnostic[] {
  void tool;
  void profile;
  void context;
  return [];
}

/** Names what the client would refuse of the list as a whole (rule C10), and of each tool. */
export function checkTools(
  tools: readonly Tool[],
  profile: ProfileName,
  context: ProfileContext,
): readonly Diagnostic[] {
  return tools.flatMap((tool) => checkTool(tool, profile, context));
}

/**
 * Rewrites the schemas of a tool into what the client reads; bindings stay as they are, so every call that
 * fits the lowered schema still becomes the same request.
 */
export function lowerTool(
  tool: Tool,
  profile: ProfileName,
): { readonly tool: Tool; readonly diagnostics: readonly Diagnostic[] } {
  void profile;
  return { tool, diagnostics: [] };
}
