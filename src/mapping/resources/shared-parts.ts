import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import type { JsonObject } from '../../model/json.ts';
import { objectFromEntries } from '../../model/json.ts';
import type { Prompt } from '../../model/prompt.ts';
import type { StaticResource } from '../../model/resource.ts';
import { childLocation, type SourceLocation } from '../../model/source.ts';
import type { Icon } from '../../model/tool.ts';
import { compareText } from '../group.ts';
import { bundlesIn, lookUpBundles } from '../overlay/bundles.ts';
import { type RankedForm, weigh } from '../overlay/forms.ts';
import { applyListDirective } from '../overlay/merge.ts';
import type { PromptFields } from '../overlay/prompt-fields.ts';
import type { ListedFields, ResourceFields } from '../overlay/resource-fields.ts';
import type { BundleFields } from '../overlay/tool-fields.ts';

/** What short forms add to a server beside its tools. */
export interface SharedParts {
  /** By name. */
  readonly resources: readonly StaticResource[];
  /** By name. */
  readonly prompts: readonly Prompt[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Gathers resources and prompts of every short form; of two with one name the later file's counts.
 *
 * @param serverName Stands in the URI of a resource that has none of its own.
 */
export function collectSharedParts(
  forms: readonly RankedForm[],
  serverName: string,
  lenient: boolean,
): SharedParts {
  const diagnostics: Diagnostic[] = [];
  const bundles = bundlesIn(forms);
  const common = (part: Written<ListedFields>): ListedParts => {
    const found = lookUpBundles(part.fields.metadata ?? [], bundles, part.location);
    diagnostics.push(...found.diagnostics.map((each) => weigh(each, part.rank, lenient)));
    return listedParts([...found.bundles, part.fields]);
  };
  const resources = latest(forms, 'resources', ({ form }) => form.resources);
  const prompts = latest(forms, 'prompts', ({ form }) => form.prompts);
  return {
    resources: resources.map((part) => toResource(part, common(part), serverName)),
    prompts: prompts.flatMap((part) => toPrompt(part, common(part))),
    diagnostics,
  };
}

interface Written<T> {
  readonly name: string;
  readonly fields: T;
  readonly rank: number;
  readonly location: SourceLocation;
}

function latest<T>(
  forms: readonly RankedForm[],
  key: 'resources' | 'prompts',
  pick: (form: RankedForm) => Readonly<Record<string, T>>,
): readonly Written<T>[] {
  const found = new Map<string, Written<T>>();
  for (const form of forms) {
    for (const [name, fields] of Object.entries(pick(form))) {
      const location = childLocation(form.location, key, name);
      found.set(name, { name, fields, rank: form.rank, location });
    }
  }
  return [...found.values()].toSorted((a, b) => compareText(a.name, b.name));
}

interface ListedParts {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly meta?: JsonObject;
}

function listedParts(layers: readonly (ListedFields | BundleFields)[]): ListedParts {
  let parts: ListedParts = {};
  for (const layer of layers) {
    const icons = layer.icons ?? parts.icons;
    const more = layer['icons+'];
    const allIcons =
      more === undefined ? icons : applyListDirective(icons ?? [], { mode: 'append', items: more });
    const base = layer['_meta='] ?? parts.meta;
    const meta =
      layer._meta === undefined
        ? base
        : objectFromEntries([...Object.entries(base ?? {}), ...Object.entries(layer._meta)]);
    const description = 'description' in layer ? layer.description : undefined;
    parts = {
      ...parts,
      ...(layer.title === undefined ? {} : { title: layer.title }),
      ...(description === undefined ? {} : { description }),
      ...(allIcons === undefined ? {} : { icons: allIcons }),
      ...(meta === undefined ? {} : { meta }),
    };
  }
  return parts;
}

function toResource(
  { name, fields }: Written<ResourceFields>,
  common: ListedParts,
  serverName: string,
): StaticResource {
  const { file, text = '', uri = `resource://${serverName}/${name}`, annotations } = fields;
  const { mimeType = file?.mimeType ?? 'text/plain' } = fields;
  const content: StaticResource['content'] =
    file?.kind === 'bytes'
      ? { kind: 'bytes', base64: file.base64 }
      : { kind: 'text', text: file?.text ?? text };
  return {
    kind: 'static',
    uri,
    name,
    ...titleAndDescription(common),
    mimeType,
    ...(common.icons === undefined ? {} : { icons: common.icons }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(common.meta === undefined ? {} : { meta: common.meta }),
    content,
  };
}

function toPrompt({ name, fields }: Written<PromptFields>, common: ListedParts): readonly Prompt[] {
  const [first, ...rest] = fields.messages ?? [];
  if (first === undefined) return [];
  return [
    {
      name,
      ...titleAndDescription(common),
      ...(common.icons === undefined ? {} : { icons: common.icons }),
      ...(common.meta === undefined ? {} : { meta: common.meta }),
      arguments: Object.entries(fields.arguments ?? {}).map(([argument, said]) => ({
        name: argument,
        ...said,
      })),
      messages: [first, ...rest],
    },
  ];
}

function titleAndDescription({ title, description }: ListedParts): ListedParts {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Resources of one URI or template: a client could read only one of them. */
export function resourceClashes(
  resources: readonly { readonly uri: string; readonly name: string }[],
): readonly Diagnostic[] {
  const byUri = new Map<string, string>();
  return resources.flatMap(({ uri, name }) => {
    // Two templates that differ in the names of their variables alone match the same URIs.
    const shape = uri.replaceAll(/\{(\+?)[^{}]*\}/g, '{$1}');
    const other = byUri.get(shape);
    byUri.set(shape, other ?? name);
    if (other === undefined) return [];
    return [
      diagnostic('overlay-resource-clash', {
        message: `The resources ${JSON.stringify(other)} and ${JSON.stringify(name)} have the same URI ${JSON.stringify(uri)}.`,
        fix: 'Give one of them another uri.',
      }),
    ];
  });
}
