import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { didYouMean } from '../../model/nearest-names.ts';
import { childLocation, type SourceLocation } from '../../model/source.ts';
import type { RankedForm } from './forms.ts';
import type { BundleFields } from './tool-fields.ts';

/** Bundles by name. */
export type Bundles = ReadonlyMap<string, BundleFields>;

/** The bundles of every form; of two with one name the later file's counts, everywhere. */
export function bundlesIn(forms: readonly RankedForm[]): Bundles {
  return new Map(forms.flatMap(({ form }) => Object.entries(form.metadata)));
}

/**
 * The bundles that an entry names, in its order, and what is said of those that there are not.
 *
 * @param location Of the entry.
 */
export function lookUpBundles(
  names: readonly string[],
  bundles: Bundles,
  location: SourceLocation,
): { readonly bundles: readonly BundleFields[]; readonly diagnostics: readonly Diagnostic[] } {
  return {
    bundles: names.flatMap((name) => bundles.get(name) ?? []),
    diagnostics: names
      .filter((name) => !bundles.has(name))
      .map((name) =>
        diagnostic('overlay-unknown-bundle', {
          message: `There is no bundle ${JSON.stringify(name)} under metadata.`,
          fix: `${didYouMean(name, bundles.keys())} Bundles stand under "metadata" of a short form.`.trim(),
          location: childLocation(location, 'metadata'),
        }),
      ),
  };
}
