import { profiles, type ProfileName } from './profile.ts';

export { checkTool, checkTools } from './check.ts';
export type { ProfileContext } from './check.ts';
export { lowerTool } from './lower.ts';
export type { ProfileName } from './profile.ts';

/** Every {@link ProfileName}. */
export const profileNames: readonly ProfileName[] = Object.values(profiles).map(({ name }) => name);
