import { dirname } from 'node:path'
import { SUCCESS } from '../../../base/http/success'
import type { Clock, Files } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { keepChosen, lastChosen } from './choice-store'
import { type ComicCount, countComics } from './comic-count'
import { type Folder, fullPath, listFolders } from './listing'
import { listPlaces, type PickerPlace } from './places'

interface Deps {
  db: Database
  clock: Clock
  files: Files
  platform: string
  home: string
  /** Library folders and the import folder. */
  used: () => string[]
}

/** The folders of this computer, for the folder picker. */
export class FolderPicker {
  constructor(private readonly deps: Deps) {}

  /**
   * Lists a folder. Without a path: the folder beside the last choice, or beside a library folder, else the home
   * folder.
   */
  async list(path: string): Promise<Folder> {
    const { db, files, home, used } = this.deps
    if (path !== '') return listFolders(files, path)
    for (const known of [...lastChosen(db.read).slice(0, 1), ...used().slice(0, 1)]) {
      const beside = await listFolders(files, dirname(known)).catch(() => undefined) // the disk may be disconnected
      if (beside) return beside
    }
    return listFolders(files, home)
  }

  places(): Promise<PickerPlace[]> {
    const { db, clock, files, platform, home, used } = this.deps
    return listPlaces(files, clock, { platform, home, used: used(), chosen: lastChosen(db.read) })
  }

  count(path: string, signal: AbortSignal): Promise<ComicCount> {
    return countComics(this.deps.files, fullPath(path), signal)
  }

  keepChosenFolder(path: string): typeof SUCCESS {
    const { db, clock } = this.deps
    const folder = fullPath(path)
    db.write((tx) => keepChosen(tx, folder, clock.now()))
    return SUCCESS
  }
}
