import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Elysia, t } from 'elysia'
import { compileOnce, shareCompiledSchemas } from './compiled-schemas'

/** Schemas that all differ, rebuilt at each call. */
const different = (): Record<string, TSchema> => ({
  text: t.String(),
  'a long text': t.String({ minLength: 3 }),
  'a pattern': t.String({ pattern: '^a' }),
  number: t.Number(),
  integer: t.Integer(),
  one: t.Literal(1),
  'the word 1': t.Literal('1'),
  'a word or nothing': t.Nullable(t.String()),
  'one word of two': t.UnionEnum(['a', 'b']),
  'one word of others': t.UnionEnum(['a', 'c']),
  list: t.Array(t.String()),
  'a pair': t.Tuple([t.String(), t.Number()]),
  'a pair the other way': t.Tuple([t.Number(), t.String()]),
  object: t.Object({ a: t.String() }),
  'a closed object': t.Object({ a: t.String() }, { additionalProperties: false }),
  'an object that may be empty': t.Object({ a: t.Optional(t.String()) }),
  'an object of another field': t.Object({ b: t.String() }),
  record: t.Record(t.String(), t.Number()),
  anything: t.Any(),
})

/** The function that checks values. */
const checkOf = (compiled: object) => Reflect.get(compiled, 'checkFunc')

const VALUES = ['', 'a', 'b', 'c', 'abc', '1', 1, 1.5, null, undefined, [], ['a'], ['a', 1], [1, 'a'], {}]
const OBJECTS = [{ a: 'x' }, { a: 1 }, { a: 'x', b: 'y' }, { b: 'y' }, { b: 2 }]

describe('a schema that is compiled once', () => {
  test.each(Object.keys(different()))('checks %s like one that is compiled separately', (name) => {
    for (const schemas of [different(), different()]) for (const each of Object.values(schemas)) compileOnce(each)
    const [once, alone] = [compileOnce(different()[name]!), TypeCompiler.Compile(different()[name]!)]
    const verdicts = (check: typeof once) => [...VALUES, ...OBJECTS].map((value) => check.Check(value))
    expect(verdicts(once)).toEqual(verdicts(alone))
    expect(checkOf(once)).toBe(checkOf(compileOnce(different()[name]!)))
  })

  test('shares its check with no differing schema', () => {
    const checks = Object.values(different()).map((schema) => checkOf(compileOnce(schema)))
    expect(new Set(checks).size).toBe(checks.length)
  })

  test('decodes by its own function', () => {
    const times = (by: number) =>
      compileOnce(
        t
          .Transform(t.Number({ title: 'times' }))
          .Decode((value) => value * by)
          .Encode((value) => value),
      )
    const [twice, thrice] = [times(2), times(3)]
    expect([twice.Decode(5), thrice.Decode(5)]).toEqual([10, 15])
    expect(checkOf(twice)).toBe(checkOf(thrice))
  })

  test('is compiled each time when a function is part of it', () => {
    const make = () => compileOnce(t.Any({ compiler: () => true }))
    expect(checkOf(make())).not.toBe(checkOf(make()))
  })

  test('reports errors with its own schema', () => {
    const [first, second] = [t.Object({ n: t.Number() }), t.Object({ n: t.Number() })]
    compileOnce(first)
    expect([...compileOnce(second).Errors({ n: 'x' })].map(({ schema }) => schema)).toEqual([second.properties.n])
  })

  test('serves the framework', async () => {
    shareCompiledSchemas()
    const app = new Elysia()
      .get('/open', () => ({ a: 'x', b: 'y' }), { response: t.Object({ a: t.String(), b: t.String() }) })
      .get('/cut', () => ({ a: 'x', b: 'y' }) as { a: string }, { response: t.Object({ a: t.String() }) })
      .get('/twice', ({ query }) => query.n, { query: t.Object({ n: t.Numeric() }) })
    const answers = ['/open', '/cut', '/twice?n=4', '/twice?n=x'].map((path) =>
      app.handle(new Request(`http://localhost${path}`)),
    )
    const [open, cut, four, refused] = await Promise.all(answers)
    expect(await open!.json()).toEqual({ a: 'x', b: 'y' })
    expect(await cut!.json()).toEqual({ a: 'x' })
    expect(await four!.text()).toBe('4')
    expect(refused!.status).toBe(422)
  })
})
