/** Tells the model which arguments to correct; each sentence begins with the path of one and says what to send. */
export function describeArgumentFaults(tool: string, sentences: readonly string[]): string {
  return [
    `The arguments of ${tool} do not fit. Nothing was sent. Correct this and call again:`,
    ...sentences.map((sentence) => `- ${sentence}`),
  ].join('\n');
}
