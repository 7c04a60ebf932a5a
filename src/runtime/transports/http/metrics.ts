import type { MetricPoint, MetricSource } from '../../telemetry-port.ts';

/** Text of the Prometheus exposition format, version 0.0.4. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/** What a server counts. */
export interface Metrics {
  /** A call of a tool has ended; `outcome` is `success` or a failure's reason. */
  callEnded(tool: string, outcome: string, seconds: number): void;
  requestEnded(status: number): void;
  signInFailed(reason: string): void;
  /** Everything, with gauges read now, as Prometheus scrapes it. */
  expose(gauges: Gauges): string;
  /** The same counts and gauges for telemetry, which has histograms of its own. */
  source(gauges: () => Gauges): MetricSource;
}

/** Values that are read when somebody asks. */
export type GaugeName = 'requests_in_progress' | 'sessions' | 'connections';

/** What the gauges show now. */
export type Gauges = Readonly<Record<GaugeName, number>>;

const prefix = 'openapi_mcp_';

/** Upper bounds of the buckets of durations, in seconds. */
const bucketBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const gaugeHelp: Readonly<Record<GaugeName, string>> = {
  requests_in_progress: 'HTTP requests that are being worked on.',
  sessions: 'Sessions of older clients.',
  connections: 'Open connections.',
};

const gaugeUnits: Readonly<Record<GaugeName, string>> = {
  requests_in_progress: 'request',
  sessions: 'session',
  connections: 'connection',
};

/** Counts in memory. Labels take values of the server's own choice only, so that their number is bounded. */
export function createMetrics(): Metrics {
  const calls = new Counter('tool_calls_total', 'Calls of tools by outcome.', ['tool', 'outcome']);
  const durations = new Histogram('tool_call_duration_seconds', 'How long calls of tools take.');
  const requests = new Counter('http_requests_total', 'HTTP requests by status.', ['status']);
  const signIns = new Counter('sign_in_failures_total', 'Sign-ins that failed.', ['reason']);
  const started = Date.now() / 1_000;
  return {
    callEnded: (tool, outcome, seconds) => {
      calls.add([tool, outcome]);
      durations.observe(seconds, outcome === 'success' ? 'success' : 'failure');
    },
    requestEnded: (status) => requests.add([String(status)]),
    signInFailed: (reason) => signIns.add([reason]),
    source: (gauges) => ({
      metrics: [
        ...[calls, requests, signIns].map((counter) => counter.observed()),
        ...Object.entries(gaugeHelp).map(([name, description]) => ({
          name: `openapi_mcp.${name}`,
          description,
          kind: 'gauge' as const,
          unit: `{${gaugeUnits[name as GaugeName]}}`, // the keys of the help are those of the gauges
          read: () => [{ value: gauges()[name as GaugeName], labels: {} }],
        })),
      ],
    }),
    expose: (gauges) =>
      [
        ...[calls, durations, requests, signIns].flatMap((metric) => metric.lines()),
        ...Object.entries(gaugeHelp).flatMap(([name, help]) => [
          ...header(name, help, 'gauge'),
          // The keys of the help are those of the gauges.
          `${prefix}${name} ${gauges[name as GaugeName]}`,
        ]),
        '# HELP process_start_time_seconds When the process started, in seconds since 1970.',
        '# TYPE process_start_time_seconds gauge',
        `process_start_time_seconds ${started}`,
        '# HELP process_resident_memory_bytes Memory of the process.',
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        '',
      ].join('\n'),
  };
}

class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #labels: readonly string[];
  readonly #values = new Map<string, MetricPoint>();

  constructor(name: string, help: string, labels: readonly string[]) {
    this.#name = name;
    this.#help = help;
    this.#labels = labels;
  }

  add(values: readonly string[]): void {
    const labels = this.#labels.map((label, index) => [label, values[index] ?? ''] as const);
    const key = labels.map(([label, value]) => `${label}="${escapeLabel(value)}"`).join(',');
    const before = this.#values.get(key);
    this.#values.set(key, {
      labels: before?.labels ?? Object.fromEntries(labels),
      value: (before?.value ?? 0) + 1,
    });
  }

  /** As telemetry reads it; the unit is what the name counts. */
  observed(): MetricSource['metrics'][number] {
    const name = this.#name.replace(/_total$/, '');
    return {
      name: `openapi_mcp.${name}`,
      description: this.#help,
      kind: 'counter',
      unit: `{${/[a-z]+(?=s$)/.exec(name)?.[0] ?? name}}`,
      read: () => [...this.#values.values()],
    };
  }

  lines(): readonly string[] {
    return [
      ...header(this.#name, this.#help, 'counter'),
      ...[...this.#values].map(
        ([labels, { value }]) => `${prefix}${this.#name}{${labels}} ${value}`,
      ),
    ];
  }
}

type CallResult = 'success' | 'failure';

class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #series: Readonly<Record<CallResult, { counts: number[]; sum: number }>> = {
    success: { counts: emptyCounts(), sum: 0 },
    failure: { counts: emptyCounts(), sum: 0 },
  };

  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  observe(seconds: number, result: CallResult): void {
    const series = this.#series[result];
    const found = bucketBounds.findIndex((bound) => seconds <= bound);
    const index = found === -1 ? bucketBounds.length : found;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += seconds;
  }

  lines(): readonly string[] {
    const name = `${prefix}${this.#name}`;
    return [
      ...header(this.#name, this.#help, 'histogram'),
      ...Object.entries(this.#series).flatMap(([result, { counts, sum }]) => {
        let total = 0;
        const buckets = counts.map((count, index) => {
          total += count;
          return `${name}_bucket{result="${result}",le="${bucketBounds[index] ?? '+Inf'}"} ${total}`;
        });
        return [
          ...buckets,
          `${name}_sum{result="${result}"} ${sum}`,
          `${name}_count{result="${result}"} ${total}`,
        ];
      }),
    ];
  }
}

function emptyCounts(): number[] {
  return [...bucketBounds.map(() => 0), 0];
}

function header(name: string, help: string, type: string): readonly string[] {
  return [`# HELP ${prefix}${name} ${help}`, `# TYPE ${prefix}${name} ${type}`];
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
