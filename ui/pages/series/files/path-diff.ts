/** A part of a name: in both names, only in the old one, or only in the new one. */
export type Stretch = { text: string; is: 'same' | 'gone' | 'new' }

/** Words and single marks, so that "01" becomes "001" as a whole and not digit by digit. */
const PIECES = /[\p{L}\p{N}½¼¾]+|\s+|./gu
/** Names longer than this are compared as a whole, since the table below grows with the square of the length. */
const MOST = 400

/** The differences between two names, as one list of parts. */
export function nameDiff(before: string, after: string): Stretch[] {
  const [a, b] = [piecesOf(before), piecesOf(after)]
  if (a.length > MOST || b.length > MOST) return joined([stretch('gone', before), stretch('new', after)])
  const common = commonRuns(a, b)
  const out: Stretch[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push(stretch('same', a[i] as string))
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      out.push(stretch('gone', a[i] as string))
      i += 1
    } else {
      out.push(stretch('new', b[j] as string))
      j += 1
    }
  }
  return joined(out)
}

const piecesOf = (text: string): string[] => text.match(PIECES) ?? []
const stretch = (is: Stretch['is'], text: string): Stretch => ({ is, text })
const at = (table: number[][], i: number, j: number) => table[i]?.[j] ?? 0

/** At `[i][j]`: the number of common pieces of both lists from `i` and `j` on. */
function commonRuns(a: string[], b: string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--) {
    const row = table[i] as number[]
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  }
  return table
}

function joined(all: Stretch[]): Stretch[] {
  const out: Stretch[] = []
  for (const one of all) {
    const last = out.at(-1)
    if (last?.is === one.is) last.text += one.text
    else if (one.text) out.push({ ...one })
  }
  return out
}

/** The folder and the name of a path, with either kind of slash. */
export function split(path: string): { folder: string; name: string } {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  return { folder: path.slice(0, Math.max(cut, 0)), name: path.slice(cut + 1) }
}

/** A path relative to `folder`; the full path elsewhere. */
export function relativePath(path: string, folder: string): string {
  const inside = folder !== '' && path.startsWith(folder) && /[\\/]/.test(path.charAt(folder.length))
  return inside ? path.slice(folder.length + 1) : path
}
