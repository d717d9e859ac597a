const ZERO = 48
const NINE = 57

const isDigit = (code: number) => code >= ZERO && code <= NINE

/**
 * Natural order: "p9" before "p10", "Page 2" before "page 10". Letters compare without case, equal numbers by their
 * zeros ("7" before "007"). Only identical texts are equal, so the result never depends on the order of the input.
 */
export function compareNatural(a: string, b: string): number {
  return compareFolded(a.toLowerCase(), b.toLowerCase()) || a.length - b.length || compareCodes(a, b)
}

/**
 * Paths by folder, then by name, each segment in natural order. The extension counts last, so that "01.jpg" comes
 * before "01-02.jpg".
 */
export function comparePaths(a: string, b: string): number {
  const name = a.lastIndexOf('/') + 1
  // Most paths are in the same folder.
  if (b.lastIndexOf('/') === name - 1 && a.startsWith(b.slice(0, name)))
    return compareNatural(stem(a.slice(name)), stem(b.slice(name))) || compareNatural(a, b)
  const [left, right] = [a.split('/'), b.split('/')]
  const [leftFile, rightFile] = [left.length - 1, right.length - 1]
  for (let depth = 0; depth < left.length && depth < right.length; depth++) {
    const x = depth === leftFile ? stem(left[depth]!) : left[depth]!
    const y = depth === rightFile ? stem(right[depth]!) : right[depth]!
    const order = compareNatural(x, y)
    if (order !== 0) return order
  }
  return left.length - right.length || compareNatural(a, b)
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

function compareFolded(a: string, b: string): number {
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(j)]
    if (isDigit(x) && isDigit(y)) {
      const [endA, endB] = [digitsEnd(a, i), digitsEnd(b, j)]
      const [fromA, fromB] = [zerosEnd(a, i), zerosEnd(b, j)]
      // Compares length and text, since a name may contain more digits than a number type holds.
      const order = endA - fromA - (endB - fromB) || compareCodes(a.slice(fromA, endA), b.slice(fromB, endB))
      if (order !== 0) return order
      i = endA
      j = endB
    } else if (x !== y) return x - y
    else {
      i += 1
      j += 1
    }
  }
  return a.length - i - (b.length - j)
}

function digitsEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1
  return end
}

function zerosEnd(text: string, from: number): number {
  let end = from
  while (text.charCodeAt(end) === ZERO) end += 1
  return end
}

function compareCodes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
