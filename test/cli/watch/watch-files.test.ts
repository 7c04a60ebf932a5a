import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { FileWatch } from '../../../cli/watch/watch-files.ts';
import { watchFiles } from '../../../cli/watch/watch-files.ts';
import { temporaryFolder } from '../../support/built-program.ts';

/** Watches files, and waits for the next burst of changes. */
function watching(files: readonly string[]) {
  let bursts = 0;
  let wake: () => void = () => undefined;
  const problems: string[] = [];
  const watch: FileWatch = watchFiles({
    quietMs: 20,
    onChange: () => {
      bursts += 1;
      wake();
    },
    onProblem: (folder) => problems.push(folder),
  });
  onTestFinished(() => watch.close());
  watch.update(files);
  const burst = async (number: number): Promise<void> => {
    while (bursts < number) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { watch, burst, problems, count: () => bursts };
}

it('sees a file written, replaced by another, and made anew', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'api.yaml');
  writeFileSync(file, 'a');
  const { burst } = watching([file, path.join(folder, 'tools.yaml')]);
  writeFileSync(file, 'b');
  await burst(1);
  writeFileSync(path.join(folder, 'temporary'), 'c');
  renameSync(path.join(folder, 'temporary'), file);
  await burst(2);
  writeFileSync(path.join(folder, 'tools.yaml'), 'd');
  await burst(3);
});

it('does not see files beside it, nor those that it watched before', async () => {
  const folder = temporaryFolder();
  const file = (name: string): string => path.join(folder, name);
  const { watch, burst, count } = watching([file('old')]);
  watch.update([file('new')]);
  writeFileSync(file('old'), 'a');
  writeFileSync(file('other'), 'a');
  writeFileSync(file('new'), 'a');
  await burst(1);
  expect(count()).toBe(1);
});

it('says once of a folder that it cannot be watched', () => {
  const folder = path.join(temporaryFolder(), 'none');
  const { watch, problems } = watching([path.join(folder, 'a')]);
  watch.update([path.join(folder, 'a'), path.join(folder, 'b')]);
  expect(problems).toEqual([folder]);
});
