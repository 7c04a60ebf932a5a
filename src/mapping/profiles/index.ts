import { profiles, type ProfileName } from './profile.ts';

export { checkTool, checkTools } from './check.ts';
export type { ProfileContext } from './check.ts';
export { lowerTool } from './lower.ts';
export type { ProfileName } from './profile.ts';

/** Whether references in schemas reach the models of all these clients. */
export function followReferences(targets: readonly ProfileName[]): boolean {
  return targets.every((target) => profiles[target].references === 'definitions');
}

/** Every {@link ProfileName}. */
export const profileNames: readonly ProfileName[] = Object.values(profiles).map(({ name }) => name);
