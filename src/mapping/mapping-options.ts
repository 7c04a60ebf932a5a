import type { Extension } from '../model/api.ts';
import type { ToolSettings } from '../model/tool.ts';
import type { DocumentLock } from './lock.ts';
import type { NameStyle } from './names.ts';
import type { ArgumentOptions, ResponseOptions } from './options.ts';
import type { IconFiles } from './overlay/icons.ts';
import type { ResourceFiles } from './overlay/resource-fields.ts';
import type { SelectionRule } from './select.ts';
import type { ServerOptions } from './servers.ts';

/** How one document becomes tools. Everything but the namespace may be left out. */
export interface MappingOptions extends ServerOptions {
  /** Key of the document in the artifact; see {@link namespaceOf}. */
  readonly namespace: string;
  /**
   * All namespaces of the server, where it has several: names get `<namespace>_` in front, and what
   * matches nothing here is left to {@link buildArtifact}, which knows whether it does elsewhere.
   */
  readonly namespaces?: readonly string[];
  /** `--name`: the server's name, before what an overlay says. */
  readonly name?: string;
  /** Parsed short forms with their rank: 1 for the first overlay, and so on. */
  readonly overlays?: readonly Extension[];
  /** Contents of {@link findIconFiles}, as `data:` URIs. */
  readonly iconFiles?: IconFiles;
  /** Contents of {@link findResourceFiles}. */
  readonly resourceFiles?: ResourceFiles;
  /** `--include` and `--exclude` in the order given. */
  readonly rules?: readonly SelectionRule[];
  /** Keep only tools whose final hint is read-only. */
  readonly readOnly?: boolean;
  readonly skipDeprecated?: boolean;
  /** Let words make a POST read-only (rule H3). */
  readonly trustReadNames?: boolean;
  /** Unknown overlay keys, and rules and entries that match nothing, are warnings. */
  readonly lenient?: boolean;
  readonly nameStyle?: NameStyle;
  /** Longest description of a tool, an argument or a property, in UTF-16 code units; 1,024 by default, `Infinity` for all of it. */
  readonly maxDescriptionLength?: number;
  /** Leave out of schemas what carries no information, and share parts ({@link compactSchema}); default true. */
  readonly compact?: boolean;
  /** `false` where compact schemas say every part where it stands, for clients that follow no references; default true. */
  readonly sharedParts?: boolean;
  /** Settings that flags give to every tool, over what overlays say. */
  readonly settings?: Partial<ToolSettings>;
  /** What an earlier build settled for this document. */
  readonly lock?: DocumentLock;
  readonly arguments?: ArgumentOptions;
  readonly responses?: ResponseOptions;
}
