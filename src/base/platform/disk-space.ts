import { statfs } from 'node:fs/promises'
import type { DiskSpace } from './ports'

/** Linux names for network file systems: NFS, SMB and CIFS, AFS, Ceph, 9P and Coda. */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997, 0x73757245])

/** Free space on the disk of a folder. Throws when the folder does not exist; a remote disk may never answer. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { type, bsize, blocks, bavail } = await statfs(folder)
  const remote = process.platform === 'linux' ? REMOTE.has(type >>> 0) : /^[\\/]{2}[^.?]/.test(folder)
  return { free: bavail * bsize, total: blocks * bsize, remote }
}
