import { TransformKind } from '@sinclair/typebox'
import { TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

type Compile = typeof TypeCompiler.Compile

const compile: Compile = TypeCompiler.Compile
/** What a compiled schema keeps to itself. */
interface Parts {
  checkFunc: ConstructorParameters<typeof TypeCheck>[2]
  code: string
}

const compiled = new Map<string, Parts>()

/**
 * From now on schemas that say the same share one compiled check, in whatever route they are: four of five that the
 * framework compiles it compiled before, since many replies have parts in common. What reads and decodes a value stays
 * that of the schema itself.
 */
export function shareCompiledSchemas(): void {
  Object.assign(TypeCompiler, { Compile: compileOnce })
}

export const compileOnce: Compile = (schema, references) => {
  const key = keyOf([schema, ...(references ?? [])])
  if (key === undefined) return compile(schema, references)
  const known = compiled.get(key)
  if (known) return new TypeCheck(schema, references ?? [], known.checkFunc, known.code)
  const made = compile(schema, references)
  const { checkFunc, code } = made as unknown as Parts
  compiled.set(key, { checkFunc, code })
  return made
}

/** All that decides how a value is checked; undefined with a function in it, whose work nothing tells. */
function keyOf(part: unknown): string | undefined {
  if (typeof part === 'function') return undefined
  if (part === null || typeof part !== 'object')
    return typeof part === 'string' ? JSON.stringify(part) : `${typeof part} ${String(part)}`
  const isList = Array.isArray(part)
  if (!isList && Object.getPrototypeOf(part) !== Object.prototype) return undefined
  let key = isList ? '[' : '{'
  for (const name of Reflect.ownKeys(part)) {
    // Decoding is no part of the check.
    if (name === TransformKind || (isList && name === 'length')) continue
    const value = keyOf(part[name as keyof typeof part])
    if (value === undefined) return undefined
    key += `${typeof name === 'symbol' ? String(name) : JSON.stringify(name)}:${value},`
  }
  return `${key}${isList ? ']' : '}'}`
}
