import { isStreamed, markStreamed } from './answers.ts';

/** How a client is shown that its answer is still being worked on. */
export interface KeepAliveOptions {
  /** `events`: comments of an event stream; `json`: white space in front of the JSON (RFC 8259 §2). */
  readonly format: 'events' | 'json';
  readonly intervalMs: number;
  /** Called when the client has gone away. */
  readonly onGone: () => void;
}

/**
 * The answer as it is where it comes in time. Where it does not, an answer begins that shows signs of life until
 * the real one can be put into it, so that neither the client nor a proxy between gives up.
 */
export async function keepAlive(
  pending: Promise<Response>,
  options: KeepAliveOptions,
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), options.intervalMs);
  });
  try {
    const answer = await Promise.race([pending, late]);
    return answer ?? beginAnswer(pending, options);
  } finally {
    clearTimeout(timer);
  }
}

const streamHeaders = {
  events: {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  },
  json: { 'content-type': 'application/json', 'x-accel-buffering': 'no' },
} as const;

function beginAnswer(
  pending: Promise<Response>,
  { format, intervalMs, onGone }: KeepAliveOptions,
): Response {
  const encoder = new TextEncoder();
  const sign = encoder.encode(format === 'events' ? ': still working\n\n' : '\n');
  let timer: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(sign);
      timer = setInterval(() => controller.enqueue(sign), intervalMs);
      finish(pending, controller, format)
        .catch((error: unknown) => controller.error(error))
        .finally(() => clearInterval(timer));
    },
    cancel: () => {
      clearInterval(timer);
      onGone();
    },
  });
  return markStreamed(new Response(body, { headers: streamHeaders[format] }));
}

/** Puts the real answer into the one that has begun. */
async function finish(
  pending: Promise<Response>,
  controller: ReadableStreamDefaultController<Uint8Array>,
  format: KeepAliveOptions['format'],
): Promise<void> {
  const answer = await pending;
  if (answer.body !== null) {
    if (isStreamed(answer) || format === 'json') {
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) controller.enqueue(chunk);
    } else {
      // JSON on one line: Response.json writes no line breaks.
      const event = `event: message\ndata: ${await answer.text()}\n\n`;
      controller.enqueue(new TextEncoder().encode(event));
    }
  }
  controller.close();
}
