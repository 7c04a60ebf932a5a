import type { BridgeArtifact } from '../../../src/index.ts';
import { referencedVariables, wantedBaseUrls, wantedCredentials } from '../../credentials.ts';
import { packageNameOf, packageVersionOf } from '../names.ts';
import { containerPort } from './docker.ts';

/** A replica that stops hears of no new request for so long, until everybody knows that it stops. */
const preStopSeconds = 5;
/** How long requests in progress may take to end then. */
const drainSeconds = 20;
/** Until the process is gone after that. */
const spareSeconds = 5;

/**
 * `kubernetes.yaml`: replicas of the server behind one name, as many as their load asks for. Everything secret comes
 * by its name from one Secret, and from nowhere else.
 */
export function kubernetesManifest(artifact: BridgeArtifact): string {
  const name = resourceNameOf(artifact);
  return [
    introduction(name),
    deployment(artifact, name),
    service(name),
    autoscaler(name),
    disruptionBudget(name),
  ].join('---\n');
}

/** A name for resources and host names (RFC 1035): at most 63 characters, a letter first. */
export function resourceNameOf(artifact: BridgeArtifact): string {
  const name = packageNameOf(artifact);
  const lettered = /^[a-z]/u.test(name) ? name : `mcp-${name}`;
  return lettered.slice(0, 63).replace(/-+$/u, '');
}

function introduction(name: string): string {
  return `# Replicas of the MCP server in this folder. Yours to change: builds leave this file as it is.
#
#   kubectl create secret generic ${name} --from-env-file=.env
#   kubectl apply -f kubernetes.yaml
#
# Besides the credentials, .env should hold for the Secret:
#   REDIS_URL                   limits, tokens and kept answers are then shared by all replicas
#   OPENAPI_MCP_HTTP_STATE_KEY  \`openssl rand -hex 32\`: questions to a person, answered through any replica
#
# Replace what stands under "image", OPENAPI_MCP_HTTP_PUBLIC_URL and OPENAPI_MCP_AUTH_ISSUERS.
`;
}

function deployment(artifact: BridgeArtifact, name: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: &labels
    app.kubernetes.io/name: ${name}
    app.kubernetes.io/component: mcp-server
spec:
  # No number of replicas: the HorizontalPodAutoscaler below has it.
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels: *labels
  template:
    metadata:
      labels: *labels
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      # ${preStopSeconds} s until nobody sends requests any more, ${drainSeconds} s for those in progress, and some to spare.
      terminationGracePeriodSeconds: ${preStopSeconds + drainSeconds + spareSeconds}
      securityContext:
        runAsNonRoot: true
        runAsUser: 65532
        runAsGroup: 65532
        seccompProfile: { type: RuntimeDefault }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector: { matchLabels: *labels }
      containers:
${container(artifact, name)}`;
}

function container(artifact: BridgeArtifact, name: string): string {
  // A tag may hold no plus sign.
  const tag = packageVersionOf(artifact).replaceAll('+', '-');
  return `        - name: server
          image: registry.example.com/${name}:${tag}
          ports:
            - { name: http, containerPort: ${containerPort} }
          env:
            - { name: OPENAPI_MCP_HTTP, value: '0.0.0.0:${containerPort}' }
            - { name: OPENAPI_MCP_HTTP_PUBLIC_URL, value: 'https://mcp.example.com/mcp' }
            - { name: OPENAPI_MCP_AUTH_ISSUERS, value: 'https://login.example.com' }
            # What clients inside the cluster call it; the name in the public URL counts by itself.
            - { name: OPENAPI_MCP_HTTP_ALLOWED_HOSTS, value: '${name}' }
            - { name: OPENAPI_MCP_HTTP_DRAIN_MS, value: '${drainSeconds * 1_000}' }
            # One record a line, for what collects the output of pods; "otel" where there is a collector.
            - { name: OPENAPI_MCP_AUDIT, value: stderr }
${secretVariables(artifact, name)}
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 1
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 2
          lifecycle:
            preStop:
              exec: { command: [node, -e, 'setTimeout(() => {}, ${preStopSeconds * 1_000})'] }
          resources:
            requests: { cpu: 100m, memory: 192Mi }
            limits: { memory: 512Mi }
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
`;
}

/** Every variable that is secret, or that only who runs the server knows; absent ones keep no pod from starting. */
function secretVariables(artifact: BridgeArtifact, secret: string): string {
  const wanted = [
    ...wantedCredentials(artifact).flatMap(({ variables }) => variables),
    ...referencedVariables(artifact),
    ...wantedBaseUrls(artifact).map(({ variable }) => variable),
    'REDIS_URL',
    'OPENAPI_MCP_HTTP_STATE_KEY',
  ];
  return [...new Set(wanted)]
    .map(
      (variable) =>
        `            - name: ${variable}\n` +
        `              valueFrom: { secretKeyRef: { name: ${secret}, key: ${variable}, optional: true } }`,
    )
    .join('\n');
}

function service(name: string): string {
  return `# Any replica answers any request, so that no affinity is needed; an Ingress or Gateway of yours leads here.
apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app.kubernetes.io/name: ${name}
  ports:
    - { name: http, port: 80, targetPort: http }
`;
}

function autoscaler(name: string): string {
  return `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: 2
  maxReplicas: 10
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
`;
}

function disruptionBudget(name: string): string {
  return `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
`;
}
