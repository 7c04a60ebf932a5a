import { Command, Option } from 'commander';
import type { AuditShowFlags, AuditVerifyFlags } from './commands/audit.ts';
import type { BuildFlags } from './commands/build.ts';
import type { CallFlags } from './commands/call.ts';
import type { DiffFlags } from './commands/diff.ts';
import type { InspectFlags } from './commands/inspect.ts';
import type { LoginFlags } from './commands/login.ts';
import type { MockFlags } from './commands/mock.ts';
import type { OverlayApplyFlags } from './commands/overlay/apply.ts';
import type { OverlayInitFlags } from './commands/overlay/init.ts';
import type { ServeFlags } from './commands/serve.ts';
import type { ExitCode } from './exit-codes.ts';
import { addHttpOptions } from './options/http-options.ts';
import { collect, parameter, port, seconds } from './options/parsers.ts';
import { addReadOptions, addSpecOptions, type SpecFlags } from './options/spec-options.ts';
import { packageInfo } from './package-info.ts';
import type { Terminal } from './terminal.ts';

/** Takes what a command ends with. */
type End = (code: ExitCode) => void;

const specs = 'document: a file, an http(s) URL, or - for standard input; NS=SPEC names it';
const specOrFolder = 'document as for build, or a folder that build has written';

/**
 * The command line with every command and option. The code of a command is loaded when it is called, so that
 * help and version come at once.
 */
export function createProgram(terminal: Terminal, end: End): Command {
  const program = new Command('openapi-mcp')
    .description('Turns an OpenAPI document into an MCP server.')
    .version(packageInfo().version, '-V, --version')
    .exitOverride()
    .showHelpAfterError('(--help shows what there is)')
    .configureOutput({ writeOut: terminal.write, writeErr: terminal.tell });
  addBuild(program, terminal, end);
  addServe(program, terminal, end);
  addInspect(program, terminal, end);
  addCall(program, terminal, end);
  addCheck(program, terminal, end);
  addDiff(program, terminal, end);
  addOverlay(program, terminal, end);
  addLogin(program, terminal, end);
  addMock(program, terminal, end);
  addAudit(program, terminal, end);
  return program;
}

function addBuild(program: Command, terminal: Terminal, end: End): void {
  const command = program
    .command('build')
    .summary('write an MCP server for documents')
    .description('Writes a folder with an MCP server that needs nothing but Node.')
    .argument('<spec...>', specs)
    .option('-o, --output <dir>', 'folder to write; <name>-mcp by default')
    .option('--docker', 'add a Dockerfile; one that is there stays')
    .option('--k8s', 'add kubernetes.yaml, replicas of that image; one that is there stays');
  const rules = addSpecOptions(command);
  command.action(async (written: readonly string[], flags: BuildFlags) => {
    const { runBuild } = await import('./commands/build.ts');
    end(await runBuild({ written, flags, rules, terminal }));
  });
}

function addServe(program: Command, terminal: Terminal, end: End): void {
  const command = program
    .command('serve')
    .summary('serve a document over stdio or HTTP without writing anything')
    .description('Serves the tools of documents, or of a built folder, over stdio or HTTP.')
    .argument('<spec...>', specOrFolder)
    .option(
      '--audit <file>',
      'record every call in this file; stderr, otel or off instead of a file',
    )
    .option('--watch', 'build again whenever a document or overlay changes, and tell the client');
  addHttpOptions(command);
  const rules = addSpecOptions(command);
  command.action(async (written: readonly string[], flags: ServeFlags) => {
    const { runServe } = await import('./commands/serve.ts');
    end(await runServe({ written, flags, rules, terminal }));
  });
}

function addInspect(program: Command, terminal: Terminal, end: End): void {
  const command = program
    .command('inspect')
    .summary('show tools, arguments, sizes and credentials')
    .description('Shows what agents will see and what the server will want.')
    .argument('<spec...>', specOrFolder)
    .option('--tool <name>', 'show this tool whole')
    .option('--tokens', 'show what the list costs: by tag, by tool, and with other options');
  const rules = addSpecOptions(command);
  command.action(async (written: readonly string[], flags: InspectFlags) => {
    const { runInspect } = await import('./commands/inspect.ts');
    end(await runInspect({ written, flags, rules, terminal }));
  });
}

function addCall(program: Command, terminal: Terminal, end: End): void {
  const command = program
    .command('call')
    .summary('call one tool')
    .description('Calls one tool as a client would, with the credentials of the environment.')
    .argument('<spec>', specOrFolder)
    .argument('<tool>', 'name of the tool')
    .option(
      '--arg <name=value>',
      'one argument; repeatable, body.name=value reaches into objects',
      collect,
    )
    .addOption(
      new Option('--json-args <json>', 'all arguments as one JSON object').conflicts('arg'),
    )
    .option('--yes', 'answer every question of the server with yes')
    .option('--dry-run', 'print the request as curl, secrets masked, and send nothing');
  const rules = addSpecOptions(command);
  command.action(async (written: string, tool: string, flags: CallFlags) => {
    const { runCall } = await import('./commands/call.ts');
    end(await runCall({ written: [written], tool, flags, rules, terminal }));
  });
}

function addCheck(program: Command, terminal: Terminal, end: End): void {
  const command = program
    .command('check')
    .summary('say what is wrong with documents, and what agents would stumble over')
    .description('Checks documents against the official schema and for agents; writes nothing.')
    .argument('<spec...>', specs);
  const rules = addSpecOptions(command);
  command.action(async (written: readonly string[], flags: SpecFlags) => {
    const { runCheck } = await import('./commands/check.ts');
    end(await runCheck({ written, flags, rules, terminal }));
  });
}

function addDiff(program: Command, terminal: Terminal, end: End): void {
  const side = 'document, bridge.json or built folder; git:REV:PATH reads it at a revision';
  const command = program
    .command('diff')
    .summary('say what changes for agents')
    .description(
      'Compares what agents get: breaking, behavioral and additive changes. Ends with 1 where something breaks.',
    )
    .argument('<old>', side)
    .argument('<new>', side)
    .option('--old-overlay <file>', 'shape only the old side by this file; repeatable', collect)
    .option('--new-overlay <file>', 'shape only the new side by this file; repeatable', collect)
    .addOption(new Option('--markdown', 'print Markdown for a pull request').conflicts('json'));
  const rules = addSpecOptions(command);
  command.action(async (before: string, after: string, flags: DiffFlags) => {
    const { runDiff } = await import('./commands/diff.ts');
    end(await runDiff({ written: [before, after], flags, rules, terminal }));
  });
}

function addLogin(program: Command, terminal: Terminal, end: End): void {
  const command = program
    .command('login')
    .summary('log in at the API, for a server that acts in your name')
    .description(
      "Logs in at the API's authorization server, in a browser or with a device code, and keeps the tokens for the server.",
    )
    .argument('<spec...>', specOrFolder)
    .option('--scheme <name>', 'the security scheme, where several take a login')
    .option('--device', 'log in on another machine, with a code')
    .option('--client-id <id>', 'the client to log in as, instead of the one of the environment')
    .option(
      '--scope <scope>',
      'ask for this scope; repeatable, those of the tools by default',
      collect,
    )
    .option('--param <name=value>', 'a further parameter of the login page; repeatable', parameter)
    .option('--redirect-uri <url>', 'where the browser comes back to, as the client is registered')
    .option('--timeout <seconds>', 'how long to wait for the browser', seconds)
    .option('--no-browser', 'open no browser, only tell the address');
  const rules = addSpecOptions(command);
  command.action(async (written: readonly string[], flags: LoginFlags) => {
    const { runLogin } = await import('./commands/login.ts');
    end(await runLogin({ written, flags, rules, terminal }));
  });
}

function addOverlay(program: Command, terminal: Terminal, end: End): void {
  const overlay = program
    .command('overlay')
    .summary('begin, apply and check overlays')
    .description('Works on overlay files: OpenAPI Overlays, and the short form that shapes tools.');
  const init = overlay
    .command('init')
    .summary('begin an overlay with every operation')
    .description('Writes a short-form overlay with what holds now as comments.')
    .argument('<spec...>', specs)
    .option('-o, --output <file>', 'write this file, which must not be there yet')
    .option('--only-problems', 'only operations that check complains about, with what it says');
  const rules = addSpecOptions(init);
  init.action(async (written: readonly string[], flags: OverlayInitFlags) => {
    const { runOverlayInit } = await import('./commands/overlay/init.ts');
    end(await runOverlayInit({ written, flags, rules, terminal }));
  });
  const apply = overlay
    .command('apply')
    .summary('print a document after OpenAPI Overlays')
    .description('Prints what OpenAPI Overlays make of a document, with its comments and order.')
    .argument('<spec>', 'document: a file, an http(s) URL, or - for standard input')
    .argument('<overlay...>', 'OpenAPI Overlay documents, in order')
    .option('-o, --output <file>', 'write this file instead')
    .option('--strict', 'warnings fail')
    .option('--all', 'show every diagnostic, however many there are');
  addReadOptions(apply);
  apply.action(async (spec: string, written: readonly string[], flags: OverlayApplyFlags) => {
    const { runOverlayApply } = await import('./commands/overlay/apply.ts');
    end(await runOverlayApply({ written: [spec, ...written], flags, rules: [], terminal }));
  });
  const check = overlay
    .command('check')
    .summary('say whether overlays fit, and what they change')
    .description(
      'Finds entries that match nothing, change nothing, or never count; lists every change.',
    )
    .argument('<spec...>', specs);
  const checkRules = addSpecOptions(check);
  check.action(async (written: readonly string[], flags: SpecFlags) => {
    const { runOverlayCheck } = await import('./commands/overlay/check.ts');
    end(await runOverlayCheck({ written, flags, rules: checkRules, terminal }));
  });
}

function addMock(program: Command, terminal: Terminal, end: End): void {
  const command = program
    .command('mock')
    .summary('stand in for the API, and check each request against the document')
    .description(
      'Serves an upstream made of documents: it answers from examples, and tells what is wrong with a request.',
    )
    .argument('<spec...>', specs)
    .option('--port <number>', 'listen on this port; a free one by default', port)
    .option('--host <address>', 'listen on this address', '127.0.0.1')
    .option('--record <file>', 'append every request to this file as JSON lines')
    .option('--overlay <file>', 'apply this OpenAPI Overlay; repeatable', collect);
  addReadOptions(command);
  command
    .option('--all', 'show every diagnostic, however many there are')
    .option('--json', 'print the URL and every request as JSON lines');
  command.action(async (written: readonly string[], flags: MockFlags) => {
    const { runMock } = await import('./commands/mock.ts');
    end(await runMock({ written, flags, rules: [], terminal }));
  });
}

function addAudit(program: Command, terminal: Terminal, end: End): void {
  const audit = program
    .command('audit')
    .summary('check and show what a server has recorded')
    .description('Checks and shows the audit files of a server.');
  const files = 'audit files that follow each other, the oldest first';
  audit
    .command('verify')
    .summary('find records that are missing, changed or torn')
    .description('Checks the chain of the records; ends with 1 where it is broken.')
    .argument('<file...>', files)
    .option(
      '--anchor <hash>',
      'the hash that an earlier check printed, kept elsewhere: shows whether records were cut off at the end',
    )
    .option('--json', 'print the result as JSON')
    .action(async (written: readonly string[], flags: AuditVerifyFlags) => {
      const { runAuditVerify } = await import('./commands/audit.ts');
      end(await runAuditVerify({ files: written, flags, terminal }));
    });
  audit
    .command('show')
    .summary('show calls with their outcomes')
    .description('Shows calls in the order in which they were made, each with its outcome.')
    .argument('<file...>', files)
    .option('--tool <name>', 'calls of this tool; * stands for any characters')
    .option('--outcome <word>', 'success, failure, a reason such as credentials, a status, or none')
    .option(
      '--since <time>',
      'calls from this time on: 2026-12-01, an RFC 3339 time, or 90m, 12h, 7d',
    )
    .option('--principal <id>', 'calls of this caller')
    .option('--json', 'print one JSON object for each call')
    .action(async (written: readonly string[], flags: AuditShowFlags) => {
      const { runAuditShow } = await import('./commands/audit.ts');
      end(await runAuditShow({ files: written, flags, terminal }));
    });
}
