import { bare, type Node, statementsOf } from './syntax'

export interface FaultEdit {
  at: { start: number; end: number }
  replacement: string
  what: string
}

/** The faults that belong to one node. */
export function faultEditsOf(node: Node, above: Node[], source: string): FaultEdit[] {
  return rules.flatMap((rule) => rule(node, above, (of) => source.slice(of.start, of.end)))
}

type Rule = (node: Node, above: Node[], text: (node: Node) => string) => FaultEdit[]

const negated: Rule = ({ type, test }, _above, text) => {
  if (!/^(If|While|Conditional)/.test(type) || !test || test.type === 'Literal') return []
  const inner = bare(test)
  const negation = inner.operator === '!' ? text(inner.argument!) : `!(${text(test)})`
  return [{ at: test, replacement: negation, what: `condition negated: ${short(text(test))}` }]
}

/** Leaves out each operand of `a && b && c`. A chain is handled once, at its outermost node. */
const halved: Rule = (node, above, text) => {
  const { type, operator } = node
  if (type !== 'LogicalExpression' || operator === '??' || isLink(above[0], operator)) return []
  const links = chain(node, operator)
  return links.map((left) => ({
    at: node,
    replacement: asValue(
      links
        .filter((link) => link !== left)
        .map(text)
        .join(` ${operator} `),
    ),
    what: `left out of the condition: ${operator} ${short(text(left))}`,
  }))
}
const isLink = (node: Node | undefined, operator?: string) =>
  node?.type === 'LogicalExpression' && node.operator === operator
const chain = (node: Node, operator?: string): Node[] =>
  isLink(node, operator) ? [...chain(node.left!, operator), ...chain(node.right!, operator)] : [node]

const SWAPPED: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' }
const compared: Rule = ({ type, operator = '', left, right }, above, text) => {
  if (type !== 'BinaryExpression' || !(operator in SWAPPED)) return []
  const equality = operator.endsWith('==')
  // Inverting an equality that is the whole condition equals its negation.
  if (equality && above[0]?.test && bare(above[0].test).operator === operator) return []
  const replacement = `${text(left!)} ${SWAPPED[operator]} ${text(right!)}`
  const at = { start: left!.start, end: right!.end }
  return [
    {
      at,
      replacement,
      what: `${operator} became ${SWAPPED[operator]}: ${short(text(left!))} ${operator} ${short(text(right!))}`,
    },
  ]
}

/** A number that limits something. Numbers beside `<` are covered by the comparison: `< 6` is `<= 5`. */
const moved: Rule = (node, [parent, ...above], text) => {
  if (node.type !== 'Literal' || typeof node.value !== 'number' || !parent) return []
  const at = node
  if (
    parent.type === 'BinaryExpression' &&
    /^[+-]$/.test(parent.operator!) &&
    node.value === 1 &&
    parent.right === node
  )
    return [
      { at: parent, replacement: text(parent.left!), what: `left out: ${parent.operator} 1 of ${short(text(parent))}` },
    ]
  const name = parent.callee?.property?.name ?? ''
  const bounds =
    /^[!=]==$/.test(parent.operator ?? '') ||
    (parent.arguments?.includes(node) && /^(min|max)$/.test(name)) ||
    (parent.arguments?.includes(node) && node.value > 0 && /^(slice|limit|substring|at|padStart)$/.test(name)) ||
    (parent.type === 'VariableDeclarator' &&
      /^[A-Z\d_]+$/.test(parent.id!.name ?? '') &&
      node.value <= 100 &&
      above.length <= 3)
  if (!bounds) return []
  return [
    { at, replacement: String(node.value + 1), what: `${node.raw} became ${node.value + 1} in ${short(text(parent))}` },
  ]
}

const leftOut: Rule = (node, _above, text) => {
  if (node.type !== 'ExpressionStatement' || typeof node.expression !== 'object') return []
  const inner = bare(node.expression)
  const work = inner.type === 'AwaitExpression' ? bare(inner.argument!) : inner
  if (!/^(Call|Assignment|Update|Unary)Expression$/.test(work.type) || isLog(work)) return []
  // A missing call of `super` is not a realistic mistake.
  if (work.callee?.type === 'Super') return []
  return [{ at: node, replacement: '{}', what: `left out: ${short(text(node))}` }]
}

/** `return await` inside of `try`. The linter finds other missing awaits (noFloatingPromises). */
const unawaited: Rule = ({ type, argument }, above, text) => {
  if (type !== 'ReturnStatement' || argument?.type !== 'AwaitExpression') return []
  const around = above.findIndex(({ type }) => type === 'TryStatement' || /Function/.test(type))
  const guard = above[around]
  if (guard?.type !== 'TryStatement' || !guard.handler || guard.block !== above[around - 1]) return []
  return [{ at: argument, replacement: text(argument.argument!), what: `await left out: ${short(text(argument))}` }]
}

/** `if (…) return`: leaves out the early return. */
const passed: Rule = ({ type, start, end, consequent, alternate, test }, _above, text) => {
  if (type !== 'IfStatement' || alternate || !consequent) return []
  const last = consequent.type === 'BlockStatement' ? statementsOf(consequent).at(-1) : consequent
  if (!/^(Return|Throw|Continue|Break)Statement$/.test(last?.type ?? '')) return []
  return [{ at: { start, end }, replacement: '{}', what: `early way out left out: if (${short(text(test!))})` }]
}

const branches: Rule = ({ type, handler, finalizer }) => {
  if (type !== 'TryStatement') return []
  const found: FaultEdit[] = []
  const caught = handler?.body as Node | undefined
  if (caught && statementsOf(caught).length > 0)
    found.push({ at: caught, replacement: '{}', what: 'what catch does left out' })
  if (finalizer) found.push({ at: finalizer, replacement: '{}', what: 'what finally does left out' })
  return found
}

const returned: Rule = ({ type, argument, body, expression }, _above, text) => {
  const initial =
    type === 'ReturnStatement' ? argument : type.startsWith('Arrow') && expression ? (body as Node) : undefined
  if (!initial) return []
  const value = bare(initial)
  const swap = (replacement: string) => [
    { at: initial, replacement, what: `returned ${replacement} for ${short(text(initial))}` },
  ]
  if (typeof value.value === 'boolean') return swap(String(!value.value))
  if (typeof value.value === 'string' && !value.value.includes(' '))
    return swap(value.value === '' ? "'something'" : "('' as never)")
  if (value.type === 'ArrayExpression') return swap(value.elements!.length > 0 ? '[]' : '[undefined as never]')
  return []
}

const defaulted: Rule = (node, _above, text) => {
  if (node.type !== 'LogicalExpression' || node.operator !== '??') return []
  const [left, right] = [bare(node.left!), bare(node.right!)]
  // `parts[0] ?? ''` only satisfies the types, and null instead of undefined rarely matters.
  if (left.computed || right.value === null || right.name === 'undefined') return []
  return [{ at: node, replacement: asValue(text(node.left!)), what: `left out: ?? ${short(text(node.right!))}` }]
}

const queried: Rule = (node, _above, text) => {
  if (node.type !== 'CallExpression') return []
  const { callee, arguments: args = [] } = node
  const name = callee!.name ?? callee!.property?.name ?? ''
  const without = () => [
    { at: node, replacement: text(callee!.object!), what: `left out: .${name}(${short(args.map(text).join(', '))})` },
  ]
  if (/^(and|or)$/.test(callee!.name ?? '') && args.length > 1)
    return args.map((each) => ({
      at: node,
      replacement: `${name}(${args
        .filter((other) => other !== each)
        .map(text)
        .join(', ')})`,
      what: `left out of ${name}(): ${short(text(each))}`,
    }))
  if (callee!.type !== 'MemberExpression' || args.length !== 1) return []
  if (name === 'catch' || name === 'finally') return without()
  if (name === 'filter' || (name === 'where' && !/^(and|or)$/.test(args[0]!.callee?.name ?? ''))) return without()
  if (name !== 'some' && name !== 'every') return []
  const other = name === 'some' ? 'every' : 'some'
  return [{ at: callee!.property!, replacement: other, what: `${name} became ${other}: ${short(text(node))}` }]
}

/** An expression as the body of an arrow function, where an object needs parentheses. */
const asValue = (text: string) => (text.startsWith('{') ? `(${text})` : text)

const rules: Rule[] = [
  negated,
  halved,
  compared,
  moved,
  leftOut,
  unawaited,
  passed,
  branches,
  returned,
  defaulted,
  queried,
]

function isLog(call: Node): boolean {
  const object = call.callee?.object
  return /^(log|logger|console)$/.test(object?.name ?? object?.property?.name ?? call.callee?.name ?? '')
}

const short = (text: string) => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
