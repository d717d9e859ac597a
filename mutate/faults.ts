import { parseSync } from 'oxc-parser'
import { faultEditsOf } from './fault-edits'
import { childrenOf, type Node } from './syntax'

/** One change at one place, like a typical mistake. */
export interface Fault {
  file: string
  line: number
  /** The last line of the change. */
  lastLine: number
  what: string
  start: number
  end: number
  replacement: string
}

/** Every fault that can be planted in a file, from top to bottom. */
export function findFaults(file: string, source: string): Fault[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const faults: Fault[] = []
  const lineAt = lineReader(source)
  walk(program as unknown as Node, [], (node, above) => {
    for (const { at, replacement, what } of faultEditsOf(node, above, source)) {
      if (faults.some((known) => known.start === at.start && known.end === at.end && known.replacement === replacement))
        continue
      const [line, lastLine] = [lineAt(at.start), lineAt(at.end)]
      faults.push({ file, line, lastLine, what, start: at.start, end: at.end, replacement })
    }
  })
  return faults.sort((a, b) => a.start - b.start || a.end - b.end)
}

export function plant(source: string, { start, end, replacement }: Fault): string {
  return source.slice(0, start) + replacement + source.slice(end)
}

/** `above` holds the nodes around a node, the nearest first. */
function walk(node: Node, above: Node[], visit: (node: Node, above: Node[]) => void): void {
  if (isExempt(node)) return
  visit(node, above)
  for (const child of childrenOf(node)) walk(child, [node, ...above], visit)
}

/** Types, log lines and messages: tests need not find changes there. */
function isExempt(node: Node): boolean {
  if (node.type.startsWith('TS')) return !/^TS(As|NonNull|Satisfies)/.test(node.type)
  if (node.type === 'ImportDeclaration') return true
  if (node.type === 'TemplateLiteral')
    return node.quasis!.some(({ value }) => (value as { raw: string }).raw.includes(' '))
  if (node.type === 'NewExpression') return /(Error|Refusal)$/.test(node.callee!.name ?? '')
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  if (callee!.type !== 'MemberExpression') return /^log$/.test(callee!.name ?? '')
  const { object } = callee!
  return /^(log|logger|console)$/.test(object!.name ?? object!.property?.name ?? '')
}

function lineReader(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const next = starts.findIndex((start) => start > offset)
    return next < 0 ? starts.length : next
  }
}
