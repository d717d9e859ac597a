/** Random values that break careless programs; half of the bodies follow a schema. */

type Random = () => number

/** Without paths of this machine, since the app might accept the request. */
const TEXTS = [
  '',
  ' ',
  'x',
  '0',
  '-1',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  'NaN',
  'null',
  'true',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  '../../..',
  '..%2f..%2f',
  '/nowhere/../nowhere',
  'C:\\nowhere',
  '\\\\nowhere\\share',
  '%00',
  '%',
  '%zz',
  '\u0000',
  '\ud800',
  'é',
  '́',
  '\u202e',
  '😀',
  "'; DROP TABLE series; --",
  '" OR 1=1',
  '<script>alert(1)</script>',
  '<!DOCTYPE x [<!ENTITY y "z">]>',
  '{{7*7}}',
  'a\r\nX-Injected: 1',
  '2026-13-45',
  '0000-00-00',
  'http://',
  'http://[',
  'https://user:pass@nowhere.example/x',
  'http://x:80900',
  'file:///nowhere',
  'javascript:alert(1)',
  'magnet:?xt=urn:btih:x',
  '$Series ($Year)',
  'auto',
  'comic',
  'manga',
  'wanted',
  'all',
  'a,b,c',
  '*',
  '?',
  '#',
  '[',
  '(((((((((((((((((((((((((((((((',
  'a'.repeat(300),
  'ü'.repeat(5000),
]

const OTHERS = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [null],
  [[[[]]]],
  { toString: 1, valueOf: 1 },
  { __proto__: null, length: -1 },
]

const of = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T

export const hostileText = (random: Random): string => of(TEXTS, random)

const hostileValue = (random: Random): unknown => (random() < 0.6 ? hostileText(random) : of(OTHERS, random))

/** Mostly JSON, with or without the shape of the schema; sometimes not JSON. */
export function hostileBody(schema: unknown, random: Random): string {
  const chance = random()
  if (chance < 0.04) return of(['', '{', '[1,', 'null', '"text"', '42', '{"a":1}}', '\u0000', '\ufeff{}'], random)
  if (chance < 0.06) return `${'['.repeat(2000)}${']'.repeat(2000)}`
  if (chance < 0.08) return '{"a":1,"a":2,"__proto__":{"x":1}}'
  return JSON.stringify(random() < 0.1 ? hostileValue(random) : following(schema, random, 0)) ?? 'null'
}

interface Said {
  type?: string | string[]
  properties?: Record<string, unknown>
  items?: unknown
  anyOf?: unknown[]
  enum?: unknown[]
  const?: unknown
}

/** Follows the schema, except for one value in four. */
function following(schema: unknown, random: Random, depth: number): unknown {
  const { type, properties, items, anyOf, enum: words, const: only } = (schema ?? {}) as Said
  if (depth > 6 || (depth > 0 && random() < 0.25)) return hostileValue(random)
  if (anyOf) return following(of(anyOf, random), random, depth + 1)
  if (only !== undefined) return only
  if (words) return of(words, random)
  const kind = Array.isArray(type) ? of(type, random) : type
  if (kind === 'object' || properties) {
    const fields = Object.entries(properties ?? { x: {} }).filter(() => random() < 0.8)
    return Object.fromEntries(fields.map(([name, each]) => [name, following(each, random, depth + 1)]))
  }
  if (kind === 'array')
    return Array.from({ length: Math.floor(random() * 4) }, () => following(items, random, depth + 1))
  if (kind === 'boolean') return random() < 0.5
  if (kind === 'integer' || kind === 'number') return of([0, 1, 2, 7, 100, -5, 1_000_000], random)
  if (kind === 'null') return null
  return random() < 0.5
    ? of(['harbor', 'tide', 'harbor-1', 'tide-2', 'x', '1', 'Harbor Lights'], random)
    : hostileText(random)
}
