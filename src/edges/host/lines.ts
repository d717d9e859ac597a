/** Longer lines are cut: no name is that long, and input without line breaks must not fill the memory. */
export const LONGEST_LINE = 1_048_576
/** Replies are written in pieces of about this many characters, which a pipe accepts at once. */
const PIECE = 65_536

/**
 * Splits a stream of bytes into lines and answers many at once, in order: one write per line would cost more than
 * parsing the name. The last line counts without a line break too; a carriage return before a break is dropped; bytes
 * that are not UTF-8 become U+FFFD. Nothing more is read until `write` is done, so a slow reader slows the writer.
 */
export async function answerLines(
  input: AsyncIterable<Uint8Array>,
  write: (text: string) => Promise<void>,
  answer: (line: string) => string,
): Promise<void> {
  const text = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const lines = text.decode(chunk, { stream: true }).split('\n')
    lines[0] = rest + lines[0]!
    rest = lines.pop()!.slice(0, LONGEST_LINE)
    let answers = ''
    for (const line of lines) {
      answers += `${answer(plainLine(line))}\n`
      if (answers.length < PIECE) continue
      await write(answers)
      answers = ''
    }
    if (answers !== '') await write(answers)
  }
  rest += text.decode()
  if (rest !== '') await write(`${answer(plainLine(rest))}\n`)
}

function plainLine(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length
  return end === line.length && end <= LONGEST_LINE ? line : line.slice(0, Math.min(end, LONGEST_LINE))
}
