import { rm } from 'node:fs/promises'
import { tempFolder } from '../e2e/folders'
import { start } from '../e2e/panelkeep'
import { START_ORDER } from './executable'

/**
 * Starts the executable once on an empty data directory and keeps which functions that runs, in which order: an
 * executable laid out so reads less of itself, 5 MB at a start. Where it cannot be started or ended gently there is no
 * such order, and it is built without.
 */
export async function recordStart(exe: string): Promise<void> {
  const folder = tempFolder()
  try {
    const panelkeep = await start({ dataDir: folder.in('data'), exe, env: { BUN_BYTECODE_ORDER_OUT: START_ORDER } })
    await (await fetch(panelkeep.url)).bytes()
    await panelkeep.stop()
  } catch (error) {
    await rm(START_ORDER, { force: true })
    console.error(`The executable could not be tried, and is not laid out for its start: ${error}`)
  } finally {
    folder.remove()
  }
}
