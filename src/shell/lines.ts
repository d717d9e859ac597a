/**
 * Splits a stream of bytes into lines and answers each chunk's lines at once: a write per line would cost more than
 * reading the name. The last line counts without a line break too; a carriage return before a break is dropped.
 */
export async function answerLines(
  input: AsyncIterable<Uint8Array>,
  write: (text: string) => Promise<void>,
  answer: (line: string) => string,
): Promise<void> {
  const text = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + text.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) await write(lines.map((line) => `${answer(withoutReturn(line))}\n`).join(''))
  }
  rest += text.decode()
  if (rest !== '') await write(`${answer(withoutReturn(rest))}\n`)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
