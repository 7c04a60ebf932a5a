import { describe, expect, it } from 'vitest';
import { defaultRuntimeSettings } from '../../src/model/settings.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import { redactTelemetry } from '../../src/runtime/redact-telemetry.ts';
import type { ObservedRequest, RequestEnd, Telemetry } from '../../src/runtime/telemetry-port.ts';

const secret = 'this-is-the-secret';

function watch(policy: (typeof defaultRuntimeSettings)['audit']['arguments'] = 'redacted'): {
  readonly telemetry: Telemetry;
  readonly requests: ObservedRequest[];
  readonly ends: RequestEnd[];
} {
  const requests: ObservedRequest[] = [];
  const ends: RequestEnd[] = [];
  const inner: Telemetry = {
    begin: (request) => {
      requests.push(request);
      return {
        trace: { baggage: 'a=1' },
        called: () => undefined,
        failed: () => undefined,
        attempt: () => ({ trace: undefined, end: () => undefined }),
        end: (end) => void ends.push(end),
      };
    },
    observe: () => () => undefined,
  };
  const settings = {
    ...defaultRuntimeSettings,
    audit: { ...defaultRuntimeSettings.audit, arguments: policy },
  };
  const redactor = createRedactor([secret]);
  return { telemetry: redactTelemetry(inner, { redactor, settings }), requests, ends };
}

const request: ObservedRequest = { method: 'tools/call', id: 7, transport: 'stdio' };

describe('what telemetry hears of a request', () => {
  it("holds no secret in any of the client's own words", () => {
    const { telemetry, requests, ends } = watch();
    const span = telemetry.begin({
      ...request,
      method: secret,
      id: secret,
      revision: secret,
      target: { kind: 'tool', name: secret },
    });
    span.end({ kind: 'error', code: -32_602, message: `Unknown tool: ${secret}` });
    expect(JSON.stringify([requests, ends])).not.toContain(secret);
    expect(ends).toEqual([{ kind: 'error', code: -32_602, message: 'Unknown tool: [redacted]' }]);
    expect(span.trace).toEqual({ baggage: 'a=1' });
  });

  it('is cut only after secrets have been found', () => {
    const { telemetry, requests } = watch();
    telemetry.begin({ ...request, target: { kind: 'tool', name: `${'x'.repeat(190)}${secret}` } });
    expect(requests[0]?.target?.name).toBe(`${'x'.repeat(190)}[redacted]`);
    telemetry.begin({ ...request, target: { kind: 'tool', name: 'x'.repeat(9_000) } });
    expect(requests[1]?.target?.name).toHaveLength(200);
  });

  it.each([
    ['full', true],
    ['redacted', true],
    ['fingerprints', false],
    ['names', false],
    ['none', false],
  ] as const)('with the policy %s of the audit names a URI: %s', (policy, isNamed) => {
    const { telemetry, requests } = watch(policy);
    telemetry.begin({ ...request, target: { kind: 'resource', name: 'shop://pets/7' } });
    telemetry.begin({ ...request, target: { kind: 'prompt', name: 'greet' } });
    expect(requests.map(({ target }) => target?.name)).toEqual([
      isNamed ? 'shop://pets/7' : undefined,
      'greet',
    ]);
  });
});
