/** A parsed line of the log. */
export type LogLine = {
  key: string
  at: string
  level: string
  area: string
  text: string
  /** The error with its causes, one per line. */
  error?: string
}

const PARTS = /^(\S+) (debug|info|warn|error)\s+(\S+) (.*)$/s
const ERROR = / error="((?:[^"\\]|\\.)*)"$/s

/** A line that cannot be parsed is shown unchanged. */
export function lineOf(line: string, key = line): LogLine {
  const [, at = '', level = '', area = '', rest = line] = PARTS.exec(line) ?? []
  const error = ERROR.exec(rest)
  if (!error) return { key, at, level, area, text: rest }
  return { key, at, level, area, text: rest.slice(0, error.index), error: unquoted(error[1] ?? '') }
}

/** Gives each line a key that stays the same while the list grows; equal lines have different keys. */
export function linesOf(lines: readonly string[]): LogLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const times = (seen.get(line) ?? 0) + 1
    seen.set(line, times)
    return lineOf(line, `${line} ${times}`)
  })
}

function unquoted(text: string): string {
  try {
    return JSON.parse(`"${text}"`)
  } catch {
    return text // cut off, or partly redacted
  }
}
