import { basename, dirname, join } from 'node:path'

/**
 * The other volumes of a RAR in its folder: `x.part02.rar` and so on for `x.part01.rar`, `x.r00` and so on for `x.rar`.
 * Empty for any other file. `names`: the files of its folder.
 */
export function otherParts(path: string, names: readonly string[]): string[] {
  const name = basename(path)
  const numbered = /^(.+)\.part0*1\.rar$/i.exec(name)?.[1]
  const plain = /\.part\d+\.rar$/i.test(name) ? undefined : /^(.+)\.rar$/i.exec(name)?.[1]
  const stem = numbered ?? plain
  if (stem === undefined) return []
  const ending = numbered === undefined ? /^\.[r-z]\d\d$/i : /^\.part\d+\.rar$/i
  const isPart = (other: string) => other !== name && other.startsWith(stem) && ending.test(other.slice(stem.length))
  return names.filter(isPart).map((each) => join(dirname(path), each))
}
