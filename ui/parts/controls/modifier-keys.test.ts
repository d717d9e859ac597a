import { expect, test } from 'bun:test'
import { hasModifier } from './modifier-keys'

test.each([
  [{}, false],
  [{ ctrlKey: true }, true],
  [{ metaKey: true }, true],
  [{ altKey: true }, true],
])('a key with %j belongs to the browser: %p', (held, isTheirs) => {
  expect(hasModifier({ ctrlKey: false, metaKey: false, altKey: false, ...held })).toBe(isTheirs)
})
