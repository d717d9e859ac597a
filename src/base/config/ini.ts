/**
 * A config.ini as lines. Reading keeps comments, blank lines, unknown keys, the order, the byte order mark and the line
 * endings. Writing changes only the lines of the changed keys.
 */

interface Line {
  text: string
  /** The line ending; new lines get the ending of the first line. */
  end: string
  section: string
  /** Lower case; absent for comments, blank lines and section heads. */
  key?: string
  value?: string
}

/** An empty line, a comment or a section head. */
const PASSED_OVER = /^\s*(?:$|[;#]|\[.+\]\s*$)/
const MARK = '\uFEFF'
/** A line with its ending; the last line may have none. */
const LINE = /([^\n]*?)(\r?\n|$)/gy

function pairIn(line: string): { key: string; value: string } | undefined {
  const sign = line.indexOf('=')
  const key = line.slice(0, Math.max(0, sign)).trim().toLowerCase()
  return key === '' ? undefined : { key, value: line.slice(sign + 1).trim() }
}

export class Ini {
  private readonly lines: Line[]
  private readonly mark: string
  private readonly end: string
  /** The lines with settings, by key and by section and key; built at the first lookup. */
  private index: Map<string, Line> | undefined

  constructor(text = '') {
    this.mark = text.startsWith(MARK) ? MARK : ''
    const lines = [...text.slice(this.mark.length).matchAll(LINE)].filter(([whole]) => whole !== '')
    this.end = lines[0]?.[2] || '\n'
    let section = ''
    this.lines = lines.map(([, line = '', end]) => {
      const head = /^\s*\[(.+?)\]\s*$/.exec(line)
      if (head) section = head[1]!.toLowerCase()
      const pair = head || /^\s*[;#]/.test(line) ? undefined : pairIn(line)
      return { text: line, end: end || this.end, section, ...pair }
    })
  }

  /** Keys and sections are matched in any case; the last of two equal keys wins. */
  get(section: string, key: string): string | undefined {
    return this.lineOf(section, key)?.value
  }

  /** The value of `key` in any section: in hand-written files a key may be in the wrong one. */
  find(key: string): string | undefined {
    return this.lineWith(key)?.value
  }

  /** All keys, each once. */
  keys(): string[] {
    return [...new Set(this.lines.flatMap(({ key }) => key ?? []))]
  }

  /** Line numbers, counted from 1, of lines that are neither a comment nor a section nor a setting. */
  unread(): number[] {
    return this.lines.flatMap(({ text, key }, at) => (key !== undefined || PASSED_OVER.test(text) ? [] : [at + 1]))
  }

  set(section: string, key: string, value: string): void {
    const text = `${key} = ${value}`
    const line = this.lineOf(section, key) ?? this.lineWith(key)
    if (line) {
      if (line.value !== value) Object.assign(line, { text, value })
      return
    }
    this.index = undefined
    const last = this.lines.findLastIndex((each) => each.section === section.toLowerCase() && each.text.trim() !== '')
    const added = { text, end: this.end, section: section.toLowerCase(), key, value }
    if (last >= 0) this.lines.splice(last + 1, 0, added)
    else this.append(section, added)
  }

  toString(): string {
    return this.mark + this.lines.map(({ text, end }) => text + end).join('')
  }

  private append(section: string, line: Line): void {
    const { end, section: at } = line
    if (this.lines.length > 0) this.lines.push({ text: '', end, section: at })
    this.lines.push({ text: `[${section}]`, end, section: at }, line)
  }

  private lineOf(section: string, key: string): Line | undefined {
    return this.indexed().get(`${section.toLowerCase()}\n${key}`)
  }

  private lineWith(key: string): Line | undefined {
    return this.indexed().get(key)
  }

  /** Each start looks up every option under several names. */
  private indexed(): Map<string, Line> {
    if (this.index) return this.index
    const index = new Map<string, Line>()
    for (const line of this.lines)
      if (line.key !== undefined) index.set(line.key, line).set(`${line.section}\n${line.key}`, line)
    this.index = index
    return index
  }
}
