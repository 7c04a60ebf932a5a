/**
 * Freezes a JSON value and everything in it, so that no middleware can change what a later layer or the next
 * call sees. Works without recursion, and leaves what is frozen already.
 */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const current = open.pop();
    if (typeof current !== 'object' || current === null || Object.isFrozen(current)) continue;
    Object.freeze(current);
    for (const member of Object.values(current)) open.push(member);
  }
  return value;
}
