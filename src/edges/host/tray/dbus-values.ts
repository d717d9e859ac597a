/** A value with its type, for receivers that cannot know the type. */
export interface Variant {
  signature: string
  value: unknown
}

export const variant = (signature: string, value: unknown): Variant => ({ signature, value })

/** The longest allowed array (D-Bus specification, "Marshaling"). */
const MOST_ARRAY = 64 * 1024 * 1024
const DEEPEST = 32

/** Types of a fixed length: their size, which is also the alignment, and their name in DataView. */
const FIXED: Record<string, readonly [size: number, kind: Kind]> = {
  y: [1, 'Uint8'],
  n: [2, 'Int16'],
  q: [2, 'Uint16'],
  i: [4, 'Int32'],
  u: [4, 'Uint32'],
  h: [4, 'Uint32'],
  b: [4, 'Uint32'],
  x: [8, 'BigInt64'],
  t: [8, 'BigUint64'],
  d: [8, 'Float64'],
}
type Kind = 'Uint8' | 'Int16' | 'Uint16' | 'Int32' | 'Uint32' | 'BigInt64' | 'BigUint64' | 'Float64'
const ALIGNED: Record<string, number> = { g: 1, v: 1, '(': 8, '{': 8 }
const alignOf = (type: string) => FIXED[type]?.[0] ?? ALIGNED[type[0]!] ?? 4

/** The complete types of a signature: `sa{sv}u` is `s`, `a{sv}`, `u`. Throws for an invalid signature. */
export function typesOf(signature: string): string[] {
  const types: string[] = []
  for (let at = 0; at < signature.length; ) {
    const end = endOf(signature, at, 0)
    types.push(signature.slice(at, end))
    at = end
  }
  return types
}

function endOf(signature: string, at: number, depth: number): number {
  const code = signature[at]
  if (code === undefined || depth > DEEPEST) throw new Error(`${signature} is no D-Bus signature.`)
  if (code === 'a') return endOf(signature, at + 1, depth + 1)
  const close = code === '(' ? ')' : code === '{' ? '}' : undefined
  if (close === undefined) {
    if (!'ybnqiuxtdsogvh'.includes(code)) throw new Error(`${signature} is no D-Bus signature.`)
    return at + 1
  }
  let inside = at + 1
  while (signature[inside] !== close) inside = endOf(signature, inside, depth + 1)
  return inside + 1
}

/**
 * The bytes of values, little endian. Structs are arrays, dictionaries arrays of pairs, `ay` is a Uint8Array, `x` and `t`
 * are bigints. Throws when a value does not fit its type.
 */
export function encodeValues(signature: string, values: readonly unknown[]): Uint8Array {
  const writer = new Writer()
  const types = typesOf(signature)
  if (types.length !== values.length) throw new Error(`${signature} takes ${types.length} values.`)
  for (const [at, type] of types.entries()) writer.put(type, values[at])
  return writer.bytes()
}

/** The values in `bytes`, in the form that `encodeValues` accepts. Throws on other content. */
export function decodeValues(signature: string, bytes: Uint8Array, isLittle = true): unknown[] {
  const reader = new ValueReader(bytes, isLittle)
  return typesOf(signature).map((type) => reader.readValue(type, 0))
}

class Writer {
  private buffer = new Uint8Array(256)
  private view = new DataView(this.buffer.buffer)
  private length = 0

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.length)
  }

  put(type: string, value: unknown): void {
    this.align(alignOf(type))
    const fixed = FIXED[type]
    if (fixed) this.fixed(fixed, value)
    else if (type === 's' || type === 'o') this.text(value as string)
    else if (type === 'g') this.signature(value as string)
    else if (type === 'v') {
      const { signature, value: content } = value as Variant
      this.signature(signature)
      this.put(signature, content)
    } else if (type.startsWith('a')) this.array(type.slice(1), value)
    else {
      const parts = value as unknown[]
      for (const [at, part] of typesOf(type.slice(1, -1)).entries()) this.put(part, parts[at])
    }
  }

  private fixed([size, kind]: readonly [number, Kind], value: unknown): void {
    const at = this.room(size)
    const set = this.view[`set${kind}`] as (at: number, value: unknown, isLittle: boolean) => void
    set.call(this.view, at, typeof value === 'boolean' ? Number(value) : value, true)
  }

  private array(type: string, value: unknown): void {
    const lengthAt = this.room(4)
    this.align(alignOf(type)) // counts as padding, not as content
    const from = this.length
    if (value instanceof Uint8Array) {
      const at = this.room(value.length)
      this.buffer.set(value, at)
    } else for (const each of value as unknown[]) this.put(type, each)
    this.view.setUint32(lengthAt, this.length - from, true)
  }

  private text(value: string): void {
    const bytes = new TextEncoder().encode(value.replaceAll('\0', ''))
    this.put('u', bytes.length)
    const at = this.room(bytes.length + 1)
    this.buffer.set(bytes, at)
  }

  private signature(value: string): void {
    const bytes = new TextEncoder().encode(value)
    this.put('y', bytes.length)
    const at = this.room(bytes.length + 1)
    this.buffer.set(bytes, at)
  }

  private align(to: number): void {
    this.room((to - (this.length % to)) % to)
  }

  /** Reserves `count` bytes, all zero, and returns their offset. */
  private room(count: number): number {
    const at = this.length
    this.length += count
    if (this.length > this.buffer.length) {
      const wider = new Uint8Array(Math.max(this.buffer.length * 2, this.length))
      wider.set(this.buffer)
      this.buffer = wider
      this.view = new DataView(wider.buffer)
    }
    return at
  }
}

class ValueReader {
  private readonly view: DataView
  private at = 0

  constructor(
    private readonly bytes: Uint8Array,
    private readonly isLittle: boolean,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Reading past the end throws in DataView. */
  readValue(type: string, depth: number): unknown {
    if (depth > DEEPEST) throw new Error('A D-Bus message is nested too deeply.')
    this.align(alignOf(type))
    const fixed = FIXED[type]
    if (fixed) return type === 'b' ? this.number('u') !== 0 : this.fixed(fixed)
    if (type === 's' || type === 'o') return this.text(this.number('u'))
    if (type === 'g') return this.text(this.number('y'))
    if (type === 'v') return this.variant(depth)
    if (type.startsWith('a')) return this.array(type.slice(1), depth)
    return typesOf(type.slice(1, -1)).map((part) => this.readValue(part, depth + 1))
  }

  private fixed([size, kind]: readonly [number, Kind]): unknown {
    const get = this.view[`get${kind}`] as (at: number, isLittle: boolean) => unknown
    return get.call(this.view, this.step(size), this.isLittle)
  }

  private number(type: 'u' | 'y'): number {
    return this.fixed(FIXED[type]!) as number
  }

  private variant(depth: number): Variant {
    const signature = this.text(this.number('y'))
    const types = typesOf(signature)
    if (types.length !== 1) throw new Error(`A D-Bus variant holds one value, not ${signature}.`)
    return { signature, value: this.readValue(signature, depth + 1) }
  }

  private array(type: string, depth: number): unknown {
    const length = this.number('u')
    this.align(alignOf(type))
    const end = this.at + length
    if (length > MOST_ARRAY || end > this.bytes.length) throw new Error('A D-Bus array is longer than its message.')
    if (type === 'y') return this.bytes.slice(this.step(length), end)
    const values: unknown[] = []
    while (this.at < end) values.push(this.readValue(type, depth + 1))
    return values
  }

  private text(length: number): string {
    const at = this.step(length + 1)
    if (this.at > this.bytes.length) throw new Error('A D-Bus text is longer than its message.')
    return new TextDecoder().decode(this.bytes.subarray(at, at + length))
  }

  private align(to: number): void {
    this.at += (to - (this.at % to)) % to
  }

  private step(count: number): number {
    const at = this.at
    this.at += count
    return at
  }
}
