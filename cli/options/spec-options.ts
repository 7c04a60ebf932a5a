import type { Command } from 'commander';
import { Option } from 'commander';
import type { BuildOptions, ProfileName, ReadApisOptions, SelectionRule } from '../../src/index.ts';
import { parseDocumentSource, profileNames } from '../../src/index.ts';
import { packageInfo } from '../package-info.ts';
import {
  baseUrl,
  collect,
  collectList,
  collectWords,
  header,
  referenceMode,
  wholeNumber,
} from './parsers.ts';

/** Flags that say which tools are made of a document, as commander hands them over. */
export interface SpecFlags {
  readonly overlay?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly readOnly?: boolean;
  readonly skipDeprecated?: boolean;
  readonly trustReadNames?: boolean;
  readonly fullDescriptions?: boolean;
  readonly maxDescription?: number;
  readonly server?: string;
  readonly direct?: boolean;
  readonly deferred?: boolean;
  readonly pin?: readonly string[];
  readonly budget?: number;
  readonly baseUrl?: string;
  readonly name?: string;
  readonly nameStyle?: 'verbatim' | 'snake' | 'camel';
  readonly target?: readonly ProfileName[];
  /** `--lock FILE`, `--no-lock` (false), or nothing (true, as commander has it). */
  readonly lock?: string | boolean;
  readonly refs?: 'inline' | 'defs' | { readonly depth: number };
  /** `false` for `--no-compact`. */
  readonly compact?: boolean;
  readonly strict?: boolean;
  readonly lenient?: boolean;
  readonly specHeader?: Readonly<Record<string, string>>;
  readonly allowRemoteRefs?: readonly string[];
  readonly refRoot?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Adds the options that say how documents are read. */
export function addReadOptions(command: Command): void {
  command
    .option(
      '--spec-header <header>',
      'send "Name: value" when the document is fetched; repeatable',
      header,
    )
    .option(
      '--allow-remote-refs <host>',
      'let references lead to this host; repeatable',
      collectList,
    )
    .option('--ref-root <dir>', 'let references lead to files below this folder');
}

/**
 * Adds the options that every command which makes tools of a document has.
 *
 * @returns The rules of `--include` and `--exclude` in the order of the command line, filled when it is parsed.
 */
export function addSpecOptions(command: Command): readonly SelectionRule[] {
  const rules: SelectionRule[] = [];
  const collectRule =
    (action: SelectionRule['action']) =>
    (pattern: string, earlier: readonly string[] = []): readonly string[] => {
      rules.push({ action, pattern });
      return [...earlier, pattern];
    };
  command
    .option('--overlay <file>', 'shape the tools by this file; repeatable, later ones win', collect)
    .option(
      '--include <rule>',
      'make tools of these operations: an operationId, "METHOD /path/*" or tag:NAME; repeatable, the first rule that matches decides',
      collectRule('include'),
    )
    .option('--exclude <rule>', 'make no tools of these operations', collectRule('exclude'))
    .option('--read-only', 'keep only tools that change nothing, and refuse every other call')
    .option('--skip-deprecated', 'leave deprecated operations out')
    .option('--trust-read-names', 'let a POST that is named like a search count as reading');
  addListOptions(command);
  command
    .addOption(new Option('--base-url <url>', 'where requests go').argParser(baseUrl))
    .option('--server <which>', 'one of the document: its number from 0, its name or its URL')
    .option('--name <name>', 'what the server is called')
    .addOption(
      new Option('--name-style <style>', 'spelling of derived tool names').choices([
        'verbatim',
        'snake',
        'camel',
      ]),
    )
    .option(
      '--target <client>',
      `write schemas so that this client reads them (${profileNames.join(', ')}); repeatable`,
      collectWords(profileNames),
    );
  addSchemaOptions(command);
  command
    .addOption(
      new Option('--strict', 'warnings fail, and the official schema is checked').conflicts(
        'lenient',
      ),
    )
    .option('--lenient', 'overlay entries that match nothing are warnings')
    .option('--lock <file>', 'keep names as in this file; beside the first overlay by default')
    .option('--no-lock', 'do without a lock file');
  addReadOptions(command);
  command
    .option('--all', 'show every diagnostic, however many there are')
    .option('--json', 'print data instead of text');
  return rules;
}

/** Adds the options that say how schemas and their texts are written. */
function addSchemaOptions(command: Command): void {
  command
    .addOption(
      new Option(
        '--max-description <characters>',
        'cut descriptions of tools and arguments at a sentence within so many characters; 1,024 by default',
      )
        .argParser(wholeNumber)
        .conflicts('fullDescriptions'),
    )
    .option('--full-descriptions', 'do not cut descriptions')
    .option('--refs <mode>', 'references in schemas: inline, defs or depth:N', referenceMode)
    .option(
      '--no-compact',
      'keep what repeats itself in schemas, and say every part where it stands',
    );
}

/** Adds the options that say what clients are listed. */
function addListOptions(command: Command): void {
  command
    .addOption(new Option('--direct', 'list every tool').conflicts('deferred'))
    .option('--deferred', 'list tools that search, describe and call the others')
    .option(
      '--pin <tool>',
      'keep this tool listed where the others are found by search; repeatable',
      collectList,
    )
    .option(
      '--budget <tokens>',
      'what the list may cost; beyond, tools are found by search, and with --direct the build fails',
      wholeNumber,
    );
}

/** How the flags want documents to be read. */
export function readOptionsOf(flags: SpecFlags): ReadApisOptions {
  return {
    overlays: (flags.overlay ?? []).map(parseDocumentSource),
    headers: flags.specHeader ?? {},
    allowRemoteRefs: flags.allowRemoteRefs ?? [],
    ...(flags.refRoot === undefined ? {} : { refRoot: flags.refRoot }),
  };
}

/** What the flags ask of a build. */
export function buildOptionsOf(flags: SpecFlags, rules: readonly SelectionRule[]): BuildOptions {
  return {
    ...readOptionsOf(flags),
    generator: { name: packageInfo().name, version: packageInfo().version },
    rules,
    readOnly: flags.readOnly ?? false,
    skipDeprecated: flags.skipDeprecated ?? false,
    trustReadNames: flags.trustReadNames ?? false,
    targets: flags.target ?? [],
    strict: flags.strict ?? false,
    lenient: flags.lenient ?? false,
    ...modeOf(flags),
    ...(flags.pin === undefined ? {} : { pinned: flags.pin }),
    ...(flags.budget === undefined ? {} : { budget: flags.budget }),
    ...(flags.fullDescriptions === true ? { maxDescriptionLength: Infinity } : {}),
    ...(flags.maxDescription === undefined ? {} : { maxDescriptionLength: flags.maxDescription }),
    ...(flags.server === undefined ? {} : { server: flags.server }),
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.nameStyle === undefined ? {} : { nameStyle: flags.nameStyle }),
    ...(flags.refs === undefined ? {} : { references: flags.refs }),
    ...(flags.compact === false ? { compact: false } : {}),
  };
}

function modeOf(flags: SpecFlags): Pick<BuildOptions, 'mode'> {
  if (flags.direct === true) return { mode: 'direct' };
  return flags.deferred === true ? { mode: 'deferred' } : {};
}
