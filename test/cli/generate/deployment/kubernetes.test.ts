import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { EnvVar, Service } from 'kubernetes-types/core/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { kubernetesManifest } from '../../../../cli/generate/deployment/kubernetes.ts';
import { packageNameOf } from '../../../../cli/generate/names.ts';
import type { BridgeArtifact } from '../../../../src/index.ts';
import { artifactOf, documentOf } from '../../artifact.ts';

/** What the manifest is meant to say, held to Kubernetes' own types by the compiler. */
interface Resources {
  readonly deployment: Deployment;
  readonly service: Service;
  readonly autoscaler: HorizontalPodAutoscaler;
  readonly budget: PodDisruptionBudget;
}

const labels = {
  'app.kubernetes.io/name': 'petstore-mcp',
  'app.kubernetes.io/component': 'mcp-server',
};

const fromSecret = (key: string): EnvVar => ({
  name: key,
  valueFrom: { secretKeyRef: { name: 'petstore-mcp', key, optional: true } },
});

const expected: Resources = {
  deployment: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'petstore-mcp', labels },
    spec: {
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 30,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 65_532,
            runAsGroup: 65_532,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: 'kubernetes.io/hostname',
              whenUnsatisfiable: 'ScheduleAnyway',
              labelSelector: { matchLabels: labels },
            },
          ],
          containers: [
            {
              name: 'server',
              image: 'registry.example.com/petstore-mcp:1.0.0',
              ports: [{ name: 'http', containerPort: 8_080 }],
              env: [
                { name: 'OPENAPI_MCP_HTTP', value: '0.0.0.0:8080' },
                { name: 'OPENAPI_MCP_HTTP_PUBLIC_URL', value: 'https://mcp.example.com/mcp' },
                { name: 'OPENAPI_MCP_AUTH_ISSUERS', value: 'https://login.example.com' },
                { name: 'OPENAPI_MCP_HTTP_ALLOWED_HOSTS', value: 'petstore-mcp' },
                { name: 'OPENAPI_MCP_HTTP_DRAIN_MS', value: '20000' },
                { name: 'OPENAPI_MCP_AUDIT', value: 'stderr' },
                fromSecret('PETSTORE_KEY_API_KEY'),
                fromSecret('PETSTORE_BASE_URL'),
                fromSecret('REDIS_URL'),
                fromSecret('OPENAPI_MCP_HTTP_STATE_KEY'),
              ],
              startupProbe: {
                httpGet: { path: '/healthz', port: 'http' },
                periodSeconds: 1,
                failureThreshold: 60,
              },
              livenessProbe: {
                httpGet: { path: '/healthz', port: 'http' },
                periodSeconds: 10,
                timeoutSeconds: 5,
                failureThreshold: 6,
              },
              readinessProbe: {
                httpGet: { path: '/readyz', port: 'http' },
                periodSeconds: 2,
                timeoutSeconds: 2,
                failureThreshold: 2,
              },
              lifecycle: {
                preStop: { exec: { command: ['node', '-e', 'setTimeout(() => {}, 5000)'] } },
              },
              resources: {
                requests: { cpu: '100m', memory: '192Mi' },
                limits: { memory: '512Mi' },
              },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
        },
      },
    },
  },
  service: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'petstore-mcp' },
    spec: {
      selector: { 'app.kubernetes.io/name': 'petstore-mcp' },
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    },
  },
  autoscaler: {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'petstore-mcp' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'petstore-mcp' },
      minReplicas: 2,
      maxReplicas: 10,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
        },
      ],
    },
  },
  budget: {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'petstore-mcp' },
    spec: {
      maxUnavailable: 1,
      selector: { matchLabels: { 'app.kubernetes.io/name': 'petstore-mcp' } },
    },
  },
};

function parse(artifact: BridgeArtifact): readonly unknown[] {
  return parseAllDocuments(kubernetesManifest(artifact)).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS() as unknown;
  });
}

describe('kubernetes.yaml', () => {
  it('is a Deployment with its Service, its scaling and its budget, in words of Kubernetes', () => {
    const { deployment, service, autoscaler, budget } = expected;
    expect(parse(artifactOf())).toEqual([deployment, service, autoscaler, budget]);
  });

  it.each([
    ['42 things', 'mcp-42-things-mcp'],
    ['long '.repeat(30), 'long-'.repeat(13).slice(0, 63)],
    ['"; kind: Secret\n---\n*x', 'kind-secret-x-mcp'],
    ['ペット', 'server-mcp'],
  ])('names the server %j as hosts are named', (serverName, name) => {
    const artifact = artifactOf({ server: { name: serverName, version: '1+é\n"' } });
    const [deployment, ...others] = parse(artifact);
    expect(others).toHaveLength(3);
    expect(deployment).toMatchObject({ metadata: { name: name.replace(/-$/, '') } });
    expect(name).toMatch(/^[a-z][a-z0-9-]{0,62}$/);
    expect(packageNameOf(artifact)).toContain(name.replace(/^mcp-|-$/g, ''));
  });

  it('takes every variable that the server may need from the Secret, once', () => {
    const relative = { kind: 'relative', url: '/v1', template: '/v1', variables: {} } as const;
    const artifact = artifactOf({
      documents: { petstore: documentOf({ servers: [relative] }) },
      runtime: { headers: { 'X-App': '${APP_KEY} ${REDIS_URL}' } },
    });
    const names = [...kubernetesManifest(artifact).matchAll(/- name: ([A-Z_]+)\n/g)];
    expect(names.map(([, name]) => name)).toEqual([
      'PETSTORE_KEY_API_KEY',
      'APP_KEY',
      'REDIS_URL',
      'PETSTORE_BASE_URL',
      'OPENAPI_MCP_HTTP_STATE_KEY',
    ]);
  });
});
