/** Files of a generated server that are the same for every API. */

/** `Dockerfile`: Node, the server's own files, no root. */
export const dockerfile = `# The MCP server in this folder. Over stdio:
#   docker build -t IMAGE . && docker run -i --rm --env-file .env IMAGE
# Streamable HTTP: add \`--http 0.0.0.0:8080\` after IMAGE, and \`-p 8080:8080\`.
FROM node:22-slim
WORKDIR /app
# The brackets make the last two optional: they are there only when you wrote them.
COPY package.json bridge.json server*.mjs middleware.mj[s] tools.mj[s] ./
ENV NODE_ENV=production
USER node
ENTRYPOINT ["node", "server.mjs"]
`;

/** `.gitignore`: secrets and records of calls stay out of version control. */
export const gitignore = `.env
.env.*
!.env.example
audit*.jsonl
.logins.json*
node_modules/
`;

/** `.dockerignore` and `.mcpbignore`: secrets and records of calls are in no image and in no bundle. */
export const packIgnore = `.env
.env.*
audit*.jsonl
.logins.json*
node_modules/
`;
