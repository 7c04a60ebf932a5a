import type { BridgeArtifact } from '../../../src/index.ts';
import { packageNameOf } from '../names.ts';

/** Where a server in a container listens. */
export const containerPort = 8080;

/**
 * Asks the server whether it lives: whoever hears that it does not starts it anew. One that serves standard input and
 * output cannot be asked. A program of Node, since the image holds no other that could.
 */
const probe = [
  "const [, port] = /:?(\\d+)$/.exec(process.env.OPENAPI_MCP_HTTP ?? '') ?? [];",
  'const url = `http://127.0.0.1:${port}/healthz`;',
  'if (port) fetch(url).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1));',
].join(' ');

/** `Dockerfile`: a Debian with Node's binary and the server's own files. Needs no root, no shell, and writes nothing. */
export function dockerfile(artifact: BridgeArtifact): string {
  const image = packageNameOf(artifact);
  return `# The MCP server in this folder. Yours to change: builds leave this file as it is.
#
#   docker build -t ${image} .
#
# Over stdio, and over HTTP for this machine:
#
#   docker run -i --rm --read-only --env-file .env ${image}
#   docker run --rm --read-only --env-file .env -e OPENAPI_MCP_HTTP=0.0.0.0:${containerPort} \\
#     -e OPENAPI_MCP_HTTP_INSECURE_PUBLIC=true -p 127.0.0.1:${containerPort}:${containerPort} ${image}
#
# For a network set up a sign-in instead of OPENAPI_MCP_HTTP_INSECURE_PUBLIC: OPENAPI_MCP_AUTH_ISSUERS and
# OPENAPI_MCP_HTTP_PUBLIC_URL, for instance.
ARG NODE_VERSION=22
ARG DEBIAN=bookworm

FROM node:\${NODE_VERSION}-\${DEBIAN}-slim AS node

# The same Debian with nothing of Node but its binary: no package manager comes along.
FROM debian:\${DEBIAN}-slim
COPY --from=node /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
# The brackets make two files optional: they are there only when you wrote them. What they import belongs here, too,
# and into .dockerignore.
COPY --chmod=444 package.json bridge.json THIRD-PARTY-NOTICES.md server*.mjs middleware.mj[s] tools.mj[s] ./
ENV NODE_ENV=production
USER 65532:65532
EXPOSE ${containerPort}
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ${JSON.stringify(['node', '-e', probe])}
ENTRYPOINT ["node", "server.mjs"]
`;
}

/** `.dockerignore`: no secret and no record of calls is in an image, whatever somebody puts into the folder. */
export const dockerignore = `# Only these files are sent to Docker; secrets and records of calls never are.
*
!package.json
!bridge.json
!THIRD-PARTY-NOTICES.md
!server*.mjs
!middleware.mjs
!tools.mjs
`;
