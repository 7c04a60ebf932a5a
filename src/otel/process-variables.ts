/**
 * Runs a function while variables of the process have these values, and puts back what they were. The SDK reads its
 * settings from the process alone; here they may come from `.env` or from files too.
 */
export function withProcessVariables<T>(
  variables: Readonly<Record<string, string>>,
  run: () => T,
): T {
  const { env } = process;
  const before = Object.keys(variables).map((name) => [name, env[name]] as const);
  Object.assign(env, variables);
  try {
    return run();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete env[name];
      else env[name] = value;
    }
  }
}
