/**
 * Thrown by `ToolCallContext.elicit` where the answer can only come with a second request of the client
 * (MCP 2026-07-28, multi-round-trip requests). The call ends here, the client asks the person, and the whole
 * call is made again with the answer at hand. Middleware lets it pass, or turns it into a `refused` failure.
 */
export class ElicitationPending extends Error {
  override readonly name = 'ElicitationPending';

  constructor() {
    super('The person has been asked and has not answered yet.');
  }
}
