/** Tells when what a bridge lists has changed, for servers whose bridge is replaced while they run. */
export interface ListChanges {
  /** Calls the listener after each change; returns what ends that. */
  subscribe(listener: () => void): () => void;
}
