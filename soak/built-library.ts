import { tempFolder } from '../e2e/folders'
import { basic, type Client, type Panelkeep, startWithLogin } from '../e2e/panelkeep'
import { importReadingSetup, makeReadingSetup } from '../e2e/reading-setup'

interface Served {
  panelkeep: Panelkeep
  /** A reading app with the owner's password. */
  app: Client
  /** Ids of series and of issues, by "series" and "series number". */
  ids: Map<string, string>
}

/** Runs the built program with a library of a few issues. */
export async function withBuiltLibrary(work: (served: Served) => Promise<void>): Promise<void> {
  const folder = tempFolder()
  const panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  try {
    const ids = await importReadingSetup(await panelkeep.reader(), makeReadingSetup(folder.in('books')))
    await work({ panelkeep, app: panelkeep.client(basic()), ids })
  } finally {
    await panelkeep.stop()
    folder.remove()
  }
}
