import { basename, dirname, join } from 'node:path'

/**
 * The files that a RAR goes on in, among `paths`: `x.part02.rar` and so on of `x.part01.rar`, `x.r00` and so on of
 * `x.rar`. None of a file that is not the first.
 */
export function otherParts(path: string, paths: readonly string[]): string[] {
  const name = basename(path)
  const numbered = /^(.+)\.part0*1\.rar$/i.exec(name)?.[1]
  const plain = /\.part\d+\.rar$/i.test(name) ? undefined : /^(.+)\.rar$/i.exec(name)?.[1]
  const stem = numbered ?? plain
  if (stem === undefined) return []
  const ending = numbered === undefined ? /^\.[r-z]\d\d$/i : /^\.part\d+\.rar$/i
  const isPart = (other: string) => other !== name && other.startsWith(stem) && ending.test(other.slice(stem.length))
  return paths.filter((each) => dirname(each) === dirname(path) && isPart(basename(each)))
}

/** The same of a file on the disk, by what its folder lists. */
export const partsBeside = (path: string, names: readonly string[]): string[] =>
  otherParts(
    path,
    names.map((name) => join(dirname(path), name)),
  )
