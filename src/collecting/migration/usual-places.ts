import { join } from 'node:path'
import type { Files } from '../../base/platform/ports'
import type { MigrationSource } from './source'
import type { SourceKind } from './states'

/**
 * Default data folders of the programs, below the home folder (`~`) or absolute; those of other systems do not exist
 * and cost nothing. Sources: the programs' own start scripts, packages and container images.
 */
const USUAL: Record<SourceKind, readonly string[]> = {
  mylar: [
    ...['~/mylar', '~/mylar3', '~/.mylar', '~/.mylar3', '~/.config/mylar', '~/.config/mylar3', '~/docker/mylar'],
    ...['/opt/mylar', '/opt/mylar3', '/var/lib/mylar', '/var/lib/mylar3', '/config/mylar', '/usr/local/share/mylar'],
    ...['C:\\mylar', 'C:\\mylar3', 'C:\\ProgramData\\mylar', 'C:\\ProgramData\\mylar3', '~/AppData/Local/mylar3'],
  ],
  kapowarr: ['~/Kapowarr', '~/kapowarr', '/opt/Kapowarr', '/opt/kapowarr', '/app', '~/docker/kapowarr', 'C:\\Kapowarr'],
  komga: [
    ...['~/.komga', '~/.config/komga', '~/Library/Application Support/Komga', '~/AppData/Local/Komga'],
    ...['/opt/komga', '/var/lib/komga', '/config', '~/docker/komga'],
  ],
  kavita: ['~/Kavita', '~/kavita', '/opt/Kavita', '/opt/kavita', '/var/lib/kavita', '/kavita', '~/docker/kavita'],
}

export interface UsualPlace {
  source: SourceKind
  source_label: string
  path: string
}

/** The folders of known programs on this machine. A folder that cannot be read is skipped. */
export async function findUsualPlaces(
  sources: readonly MigrationSource[],
  { files, home }: { files: Files; home: string },
): Promise<UsualPlace[]> {
  const found = new Map<string, UsualPlace>()
  for (const source of sources) {
    for (const usual of USUAL[source.kind]) {
      const folder = usual.startsWith('~/') ? join(home, usual.slice(2)) : usual
      const database = await databaseIn(folder, source, files)
      // A link, or the same folder in another case, is listed once.
      if (database !== undefined && !found.has(database))
        found.set(database, { source: source.kind, source_label: source.label, path: folder })
    }
  }
  return [...found.values()]
}

async function databaseIn(folder: string, source: MigrationSource, files: Files): Promise<string | undefined> {
  try {
    const real = await files.real(folder)
    if (real === undefined || (await files.stat(real))?.kind !== 'folder') return undefined
    return await source.recognise(real, files)
  } catch {
    return undefined
  }
}
