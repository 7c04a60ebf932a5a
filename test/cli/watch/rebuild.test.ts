import { expect, it } from 'vitest';
import { createRebuilder } from '../../../cli/watch/rebuild.ts';

/** Builds that end when the test says so. */
function manualBuilds() {
  const begun: ((value?: string) => void)[] = [];
  const accepted: string[] = [];
  let announce: () => void = () => undefined;
  const rebuilder = createRebuilder<string>(
    () =>
      new Promise((resolve) => {
        begun.push((value) => resolve(value === undefined ? {} : { value }));
        announce();
      }),
    (value) => {
      accepted.push(value);
      announce();
      return Promise.resolve();
    },
  );
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        announce = resolve;
      });
    }
  };
  return { begun, accepted, rebuilder, until };
}

it('hands on what was built', async () => {
  const { begun, accepted, rebuilder, until } = manualBuilds();
  rebuilder.request();
  begun[0]?.('one');
  await until(() => accepted.length === 1);
  expect(accepted).toEqual(['one']);
});

it('builds once more, and not at the same time, for changes during a build', async () => {
  const { begun, accepted, rebuilder, until } = manualBuilds();
  rebuilder.request();
  rebuilder.request();
  rebuilder.request();
  expect(begun).toHaveLength(1);
  begun[0]?.('old');
  await until(() => begun.length === 2);
  begun[1]?.('new');
  await until(() => accepted.length === 1);
  expect(accepted).toEqual(['new']);
});

it('keeps what there is where a build gives nothing', async () => {
  const { begun, accepted, rebuilder, until } = manualBuilds();
  rebuilder.request();
  begun[0]?.();
  rebuilder.request();
  await until(() => begun.length === 2);
  begun[1]?.('mended');
  await until(() => accepted.length === 1);
  expect(accepted).toEqual(['mended']);
});
