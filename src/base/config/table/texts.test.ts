import { describe, expect, test } from 'bun:test'
import type { Option } from '../option'
import { optionNames, options } from '../options'

const all: [name: string, option: Option][] = optionNames.map((name) => [name, options[name]])

describe('texts of the options', () => {
  test('are each typed once', () => {
    for (const of of ['label', 'about'] as const) {
      const texts = all.map(([, option]) => option[of])
      expect(texts).toEqual([...new Set(texts)])
    }
  })

  test.each(all)('give %s a label of a few words and a description of one or two sentences', (_, option) => {
    const { label, about, none, terms = '' } = option
    expect(label.split(' ').length).toBeWithin(2, 7)
    expect(label).toMatch(/^[A-Z].*[\w)]$/)
    expect(about).toMatch(/^[A-Z].*\.$/)
    expect(about.match(/[.!?](?= [A-Z]|$)/g)?.length).toBeWithin(1, 3)
    // The text after "0 means".
    if (none !== undefined) expect(none).toMatch(/^[a-z].*[a-z]$/)
    // The page finds an option by its label and its sentence as well.
    const texts = `${label} ${about}`.toLowerCase()
    for (const term of terms.split(' ').filter(Boolean))
      expect(texts.split(/\W+/), `"${term}" is said already`).not.toContain(term)
  })

  test.each(all)('give each choice of %s its own label', (_, option) => {
    if (!('labels' in option) || !option.labels) return
    const values = option.type === 'choice' ? option.choices : option.words
    expect(option.labels).toHaveLength(values!.length)
    expect(new Set(option.labels).size).toBe(option.labels.length)
  })

  test.each(all)('offer for %s only accepted values, and its default', (_, option) => {
    if (option.type !== 'integer' || !option.offers) return
    expect(option.offers).toContain(option.default)
    for (const one of option.offers) expect(one).toBeWithin(option.least, option.most + 1)
    expect(['minutes', 'seconds']).toContain(option.unit!)
  })
})
