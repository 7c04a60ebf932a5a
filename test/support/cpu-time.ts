/** Milliseconds of CPU that some work takes in this process: steadier than a clock where machines are busy. */
export function cpuTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
