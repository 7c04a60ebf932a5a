/** Files of a generated server that are the same for every API. */

/** `.gitignore`: secrets and records of calls stay out of version control. */
export const gitignore = `.env
.env.*
!.env.example
audit*.jsonl
.logins.json*
node_modules/
`;

/** `.mcpbignore`: secrets, records of calls and what only containers need are in no bundle. */
export const packIgnore = `.env
.env.*
audit*.jsonl
.logins.json*
node_modules/
.dockerignore
Dockerfile
kubernetes.yaml
`;
