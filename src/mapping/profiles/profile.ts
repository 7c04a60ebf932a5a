/** The clients and providers whose limits are known (rules C1 to C17). */
export type ProfileName = 'claude' | 'openai' | 'gemini' | 'cursor' | 'vscode';

/** What one client or provider takes, as data. */
export interface Profile {
  readonly name: ProfileName;
  /** What people call it. */
  readonly title: string;
  /** Names of tools as the model's API sees them, after what the client puts in front (rules C6 to C9). */
  readonly toolName: ToolNameRule;
  /** Names of arguments, only at the top level (rule C2). */
  readonly argumentName: RegExp;
  /** Most tools of one request (rule C10). */
  readonly maxTools?: number;
  /** Whether references reach the model resolved (rules C3, C4); `none`: they do not. */
  readonly references: 'definitions' | 'none';
  /** Rules about keywords, with what {@link lowerTool} does about each. */
  readonly keywords: KeywordRules;
}

/** What a tool's name may be. */
export interface ToolNameRule {
  readonly pattern: RegExp;
  readonly maxLength: number;
  /** What the client puts in front, with `{server}` for the server's name; counts for the length. */
  readonly prefix: string;
}

/** Which keywords a client reads; each `true` means that it does not take them as JSON Schema has them. */
export interface KeywordRules {
  /** No `oneOf`, `anyOf`, `allOf` at the root (rule C1); holds for every client here. */
  readonly plainRoot: true;
  /** Arrays must say what their items are (rule C5). */
  readonly itemsRequired: boolean;
  /** `type` must be one word; a list of types becomes `anyOf` (rules C11, C12). */
  readonly singleType: boolean;
  /** `oneOf` and `allOf` are not read (rule C12). */
  readonly onlyAnyOf: boolean;
  /** Values of an enum, and `const`, must be text (U54). */
  readonly textEnums: boolean;
  /** Exclusive bounds are refused (U54). */
  readonly inclusiveBounds: boolean;
  /** Formats that are read; others are refused. Absent: any (rule C12). */
  readonly formats?: readonly string[];
  /** Keywords that are refused and only narrow what is valid. */
  readonly dropped: readonly string[];
}

const everything: KeywordRules = {
  plainRoot: true,
  itemsRequired: false,
  singleType: false,
  onlyAnyOf: false,
  textEnums: false,
  inclusiveBounds: false,
  dropped: [],
};

const word = /^[A-Za-z0-9_-]+$/;
const argument = /^[A-Za-z0-9_.-]{1,64}$/;
const anyName = /^[^]+$/;

/** Every profile by its name. Sources: the table of clients in docs/rules.md. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  claude: {
    name: 'claude',
    title: 'Claude (Code, Desktop, API)',
    toolName: { pattern: word, maxLength: 64, prefix: 'mcp__{server}__' },
    argumentName: argument,
    references: 'definitions',
    keywords: everything,
  },
  openai: {
    name: 'openai',
    title: 'OpenAI',
    toolName: { pattern: word, maxLength: 64, prefix: '' },
    argumentName: anyName,
    maxTools: 128,
    references: 'definitions',
    keywords: everything,
  },
  gemini: {
    name: 'gemini',
    title: 'Gemini',
    toolName: { pattern: /^[A-Za-z_][A-Za-z0-9_.-]*$/, maxLength: 64, prefix: '' },
    argumentName: anyName,
    references: 'none',
    keywords: {
      plainRoot: true,
      itemsRequired: true,
      singleType: true,
      onlyAnyOf: true,
      textEnums: true,
      inclusiveBounds: true,
      formats: ['enum', 'date-time'],
      dropped: [
        'additionalProperties',
        'patternProperties',
        'propertyNames',
        'unevaluatedProperties',
        'unevaluatedItems',
        'dependentRequired',
        'dependentSchemas',
        'prefixItems',
        'contains',
        'minContains',
        'maxContains',
        'uniqueItems',
        'multipleOf',
        'not',
        'if',
        'then',
        'else',
        'const',
        'default',
        'examples',
        'contentEncoding',
        'contentMediaType',
        'contentSchema',
      ],
    },
  },
  cursor: {
    name: 'cursor',
    title: 'Cursor',
    toolName: { pattern: word, maxLength: 60, prefix: '{server}:' },
    argumentName: argument,
    maxTools: 40,
    references: 'none',
    keywords: everything,
  },
  vscode: {
    name: 'vscode',
    title: 'VS Code',
    toolName: { pattern: word, maxLength: 64, prefix: 'mcp_{server}_' },
    argumentName: anyName,
    maxTools: 128,
    references: 'none',
    keywords: { ...everything, itemsRequired: true },
  },
};
