import type { JsonObject } from '../../model/json.ts';
import type { CallInput, FailureReason } from '../call.ts';

/** What a resource and a template have in common on the wire. */
interface WireReadable {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly icons?: readonly JsonObject[];
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}

/** A resource as `resources/list` sends it. */
export interface WireResource extends WireReadable {
  readonly uri: string;
  /** In bytes, where it is known. */
  readonly size?: number;
}

/** A template as `resources/templates/list` sends it. */
export interface WireResourceTemplate extends WireReadable {
  readonly uriTemplate: string;
}

/** One part of what was read. */
export type ResourceContents =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  /** Base64. */
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string };

/** How reading ended; always returned, never thrown. */
export type ReadOutcome =
  | {
      readonly kind: 'contents';
      readonly contents: readonly ResourceContents[];
      readonly meta?: JsonObject;
    }
  | {
      readonly kind: 'failure';
      /** The upstream has no such thing. */
      readonly notFound: boolean;
      readonly reason: FailureReason;
      readonly text: string;
    };

/** What a transport hands in with a read: what it hands in with a call, without arguments. */
export type ReadInput<S> = Omit<CallInput<S>, 'arguments'>;

/** What a transport adapter needs to serve resources. */
export interface ResourcePort<S> {
  /** The same array at every call for callers with the same rights. */
  list(session: S): readonly WireResource[];
  listTemplates(session: S): readonly WireResourceTemplate[];
  /** `undefined` where no resource or template has this URI; never rejects. */
  read(uri: string, input: ReadInput<S>): Promise<ReadOutcome> | undefined;
}
