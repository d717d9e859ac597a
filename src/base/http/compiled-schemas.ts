import { TransformKind } from '@sinclair/typebox'
import { TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

type Compile = typeof TypeCompiler.Compile

const compile: Compile = TypeCompiler.Compile
/** Internals of a compiled schema. */
interface Parts {
  checkFunc: ConstructorParameters<typeof TypeCheck>[2]
  code: string
}

const compiled = new Map<string, Parts>()

/**
 * Makes equal schemas share one compiled check from now on, across routes: four of five schemas that the framework
 * compiles repeat an earlier one, since many replies have parts in common. Reading and decoding a value stay specific
 * to each schema.
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

/**
 * Everything that decides how a value is checked; undefined when it contains a function, whose behaviour cannot be
 * compared.
 */
function keyOf(part: unknown): string | undefined {
  if (typeof part === 'function') return undefined
  if (part === null || typeof part !== 'object')
    return typeof part === 'string' ? JSON.stringify(part) : `${typeof part} ${String(part)}`
  const isList = Array.isArray(part)
  if (!isList && Object.getPrototypeOf(part) !== Object.prototype) return undefined
  let key = isList ? '[' : '{'
  for (const name of Reflect.ownKeys(part)) {
    // Decoding is not part of the check.
    if (name === TransformKind || (isList && name === 'length')) continue
    const value = keyOf(part[name as keyof typeof part])
    if (value === undefined) return undefined
    key += `${typeof name === 'symbol' ? String(name) : JSON.stringify(name)}:${value},`
  }
  return `${key}${isList ? ']' : '}'}`
}
