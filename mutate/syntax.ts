/** The fields of a syntax node that this folder reads, for all kinds in one type. */
export interface Node {
  type: string
  start: number
  end: number
  name?: string
  operator?: string
  value?: unknown
  raw?: string
  computed?: boolean
  argument?: Node | null
  arguments?: Node[]
  alternate?: Node | null
  block?: Node
  body?: Node | Node[]
  callee?: Node
  consequent?: Node
  declarations?: Node[]
  elements?: (Node | null)[]
  expression?: Node | boolean
  finalizer?: Node | null
  handler?: Node | null
  id?: Node
  init?: Node | null
  kind?: string
  left?: Node
  object?: Node
  property?: Node
  quasis?: Node[]
  right?: Node
  test?: Node | null
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && typeof value.type === 'string')
}

/** The expression without parentheses and type assertions. */
export function bare(node: Node): Node {
  const wraps = /^(Parenthesized|TSNonNull|TSAs|TSSatisfies)/.test(node.type)
  return wraps && typeof node.expression === 'object' ? bare(node.expression) : node
}

export const statementsOf = (node: Node): Node[] => (Array.isArray(node.body) ? node.body : [])
