export { compactionOf, type CompactOptions } from './compact/compact-schema.ts';
export { compactRules, type CompactRule } from './compact/rules.ts';
export { type ArtifactOptions, buildArtifact } from './build-artifact.ts';
export { type AgentChange, type ChangeSubject, type Impact, impacts } from './diff/change.ts';
export { compareArtifacts } from './diff/compare-artifacts.ts';
export { lintApi } from './lint/lint-api.ts';
export {
  type DocumentLock,
  decodeLock,
  emptyLock,
  encodeLock,
  type LockedOperation,
  type NameLock,
  updateLock,
} from './lock.ts';
export { mapTools } from './map-tools.ts';
export type { LeftOutTool, MappedApi, MappedTool, ToolChange } from './mapped-api.ts';
export type { MappingOptions } from './mapping-options.ts';
export type { NameStyle } from './names.ts';
export type { ArgumentOptions, ReferenceMode, ResponseOptions } from './options.ts';
export { findIconFiles, type IconFiles } from './overlay/icons.ts';
export { type InitDocument, type InitOptions, writeOverlay } from './overlay/init/write-overlay.ts';
export { findResourceFiles, type ResourceFiles } from './overlay/resource-fields.ts';
export {
  checkTool,
  checkTools,
  followReferences,
  lowerTool,
  type ProfileContext,
  type ProfileName,
  profileNames,
} from './profiles/index.ts';
export { buildSearchIndex } from './search/build-search-index.ts';
export type { DroppedOperation, SelectionRule } from './select.ts';
export { namespaceOf, slugOf } from './server-name.ts';
export { directTokenBudget, estimateTokens, tokensOfLength } from './tokens.ts';
