// Runs before every test file. Browser globals for page tests are set up there, not here: most tests need none.
import { afterAll } from 'bun:test'
import { forgetAccesses } from './disks/disk'
import { useMemory } from './disks/memory-disk'
import { endPrograms } from './harness/programs'

useMemory()

afterAll(() => {
  forgetAccesses()
  endPrograms()
})
