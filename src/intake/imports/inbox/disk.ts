import { resolve } from 'node:path'
import type { Clock, Files } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { isBelow } from '../../../library/filing/folders'
import { forgetDisk, knownDisks, loseDisk, saveDisk } from '../folders/disk-store'
import { Disks } from '../folders/disks'

interface Deps {
  db: Database
  clock: Clock
  files: Files
}

/**
 * Checks an import folder that is empty: its files were removed, or its disk was unmounted and left an empty folder.
 * Throws Refusal 'unavailable' when a disk was mounted before and none is now, so that corrections of its files are
 * kept.
 */
export async function checkEmptied(inbox: string, { db, clock, files }: Deps): Promise<void> {
  const mounted = await new Disks(files).mounted([resolve(inbox)])
  const holds = (disk: string) => disk === resolve(inbox) || isBelow(resolve(inbox), disk)
  const lost = knownDisks(db.read).find((disk) => holds(disk) && !mounted.includes(disk))
  if (lost === undefined) return
  db.write((tx) => loseDisk(tx, lost, clock.now()))
  throw new Refusal(
    'unavailable',
    `No disk is mounted at ${lost}, so the files of the import folder are out of reach. Connect the disk, or remove them from the list.`,
  )
}

/** Remembers the disks of the import folder while its files can be read. */
export async function rememberDisks(inbox: string, { db, clock, files }: Deps): Promise<void> {
  const mounted = await new Disks(files).mounted([resolve(inbox)])
  const inPlace = resolve(inbox)
  // The folder itself has files now. A disk above it also affects library folders, so their scans decide.
  const replaced = !mounted.includes(inPlace) && knownDisks(db.read).includes(inPlace)
  if (mounted.length === 0 && !replaced) return
  db.write((tx) => {
    for (const disk of mounted) saveDisk(tx, disk, clock.now())
    if (replaced) forgetDisk(tx, inPlace)
  })
}
