// Runs before every test file. Browser globals for page tests are set up there, not here: most tests need none.
import { afterAll } from 'bun:test'
import { forgetAccesses } from './disk'
import { useMemory } from './memory-disk'
import { endPrograms } from './programs'

useMemory()

afterAll(() => {
  forgetAccesses()
  endPrograms()
})
