// Runs before every test file. Browser globals for page tests are set up there, not here: most tests need none.
import { afterAll } from 'bun:test'
import { forgetAccesses } from './disk'
import { endPrograms } from './programs'

afterAll(() => {
  forgetAccesses()
  endPrograms()
})
