import { withDefaults } from '../../model/hints.ts';
import type { JsonObject } from '../../model/json.ts';
import type { ElicitationAnswer, ToolCallContext, ToolMiddleware, ToolOutcome } from '../call.ts';
import { failure } from '../call.ts';
import { ElicitationPending } from '../elicitation.ts';

/** Longest piece of the arguments that is shown to the person. */
const shownCharacters = 1_000;

/**
 * Asks the person before the call leaves. A client that cannot ask gets a refusal: without an answer nothing
 * is ever sent.
 */
export function createConfirmGate<S = undefined>(): ToolMiddleware<S> {
  return (next) => async (context) => {
    const { elicit } = context;
    if (elicit === undefined) {
      return refuse(
        context,
        'cannot ask',
        'this client cannot ask the person. Use a client with elicitation, or have the person ' +
          'who runs the server take `confirm` off this tool',
      );
    }
    let answer: ElicitationAnswer;
    try {
      answer = await elicit({ message: questionOf(context), requestedSchema: confirmationForm });
    } catch (thrown) {
      if (thrown instanceof ElicitationPending)
        return refuse(context, 'asked', 'the person is asked first');
      if (context.signal.aborted) return failure('cancelled', 'The call was cancelled.');
      return refuse(
        context,
        'question failed',
        'the question to the person could not be delivered',
      );
    }
    if (answer.action === 'accept' && answer.content?.['confirm'] === true) {
      context.exchange.notes.push('confirm: accepted');
      return next(context);
    }
    return refuse(
      context,
      answer.action === 'cancel' ? 'dismissed' : 'declined',
      'the person did not agree. Do not try again without being asked to',
    );
  };
}

const confirmationForm: JsonObject = {
  type: 'object',
  properties: {
    confirm: { type: 'boolean', title: 'Go ahead', description: 'Whether the call may be made.' },
  },
  required: ['confirm'],
};

function refuse<S>(context: ToolCallContext<S>, note: string, why: string): ToolOutcome {
  context.exchange.notes.push(`confirm: ${note}`);
  return failure(
    'refused',
    `${context.request.name} needs the person's confirmation, and ${why}. Nothing was sent.`,
  );
}

function questionOf<S>({ request, resolved }: ToolCallContext<S>): string {
  const { tool } = resolved;
  const hints = withDefaults(tool.hints);
  const effect = hints.readOnly
    ? 'It only reads.'
    : hints.destructive
      ? 'It may destroy or replace something.'
      : 'It adds or changes something.';
  const operation =
    resolved.kind === 'operation'
      ? ` (${resolved.tool.operation.method} ${resolved.tool.operation.path})`
      : '';
  const text = JSON.stringify(request.arguments);
  const shown =
    text.length > shownCharacters
      ? `${text.slice(0, shownCharacters)}… (${text.length} characters)`
      : text;
  return `Allow ${tool.title ?? hints.title ?? tool.name}${operation}? ${effect} Arguments: ${shown}`;
}
