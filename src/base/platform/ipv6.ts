/** The eight groups of an IPv6 address without a zone, in any spelling. */
function groupsOf(address: string): number[] {
  const text = address.replace(/(?<=:)\d+\.\d+\.\d+\.\d+$/, (four) => {
    const [a, b, c, d] = four.split('.').map(Number) as [number, number, number, number]
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = '', tail] = text.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  if (tail === undefined) return groups(head)
  const [left, right] = [groups(head), groups(tail)]
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/** One spelling for each IPv6 address; IPv4 stays as it is. */
export function plain6(address: string): string {
  return address.includes(':') ? groupsOf(address).map((group) => group.toString(16)).join(':') : address // biome-ignore format: one line
}

/** The IPv4 addresses that a translated or tunnelled IPv6 address leads to: NAT64 (64:ff9b::/96), 6to4 and Teredo. */
export function embedded4(address: string): string[] {
  const groups = groupsOf(address)
  const four = (at: number, flip = 0) =>
    [groups[at]!, groups[at + 1]!].flatMap((group) => [(group ^ flip) >> 8, (group ^ flip) & 0xff]).join('.')
  const startsWith = (...start: number[]) => start.every((group, at) => groups[at] === group)
  if (startsWith(0x64, 0xff9b, 0, 0, 0, 0)) return [four(6)]
  if (startsWith(0x2002)) return [four(1)]
  // In Teredo: the server, and the client with every bit inverted.
  if (startsWith(0x2001, 0)) return [four(2), four(6, 0xffff)]
  return []
}
