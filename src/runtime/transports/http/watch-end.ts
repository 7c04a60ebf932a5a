/** How the body of an answer ended. */
export type AnswerEnd = 'read' | 'cancelled';

/** What is told about the end of a body. */
export interface WatchEndOptions {
  /** Called once: when the body has been read to its end, or nobody reads it any more. */
  readonly onEnd: (end: AnswerEnd) => void;
  /** Ends the body when it aborts. */
  readonly signal?: AbortSignal;
}

/** The same answer, whose end is noticed; an answer without a body has ended. */
export function watchEnd(answer: Response, { onEnd, signal }: WatchEndOptions): Response {
  if (answer.body === null) {
    onEnd('read');
    return answer;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = answer.body.getReader();
  let hasEnded = false;
  const end = (how: AnswerEnd): void => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(how);
  };
  signal?.addEventListener(
    'abort',
    () => {
      reader.cancel().catch(() => undefined);
      end('cancelled');
    },
    { once: true },
  );
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end('read');
    },
    cancel: (reason) => {
      end('cancelled');
      return reader.cancel(reason);
    },
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}
