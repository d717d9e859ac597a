/** An address as a number of `bits` bits. */
interface Address {
  bits: 32 | 128
  value: bigint
}

/** The addresses and networks in a setting. */
export const namedNetworks = (text: string): string[] => text.split(/[,;\s]+/).filter((each) => each !== '')

/** Whether `network` is a valid address or network. */
export function isNetwork(network: string): boolean {
  const [first = '', _size, ...more] = network.split('/')
  return more.length === 0 && networkContains(network, first)
}

/** Whether the address or the network `network` (`192.168.1.5`, `172.18.0.0/16`, `fd00::/8`) contains `ip`. */
export function networkContains(network: string, ip: string): boolean {
  const [first = '', size] = network.split('/')
  const [of, at] = [addressOf(first), addressOf(ip)]
  if (!of || !at || of.bits !== at.bits || (size !== undefined && !/^\d{1,3}$/.test(size))) return false
  const free = of.bits - Number(size ?? of.bits)
  return free >= 0 && of.value >> BigInt(free) === at.value >> BigInt(free)
}

/** The longest address: IPv6 with an IPv4 address at its end. A stranger's header may be far longer. */
const LONGEST_ADDRESS = 45

/** Undefined when `text` is not an address. */
function addressOf(text: string): Address | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined
  if (!text.includes(':')) return groupsOf(text, { by: '.', count: 4, radix: 10, most: 255 }, 32)
  const [left = '', right, ...more] = plainV6(text).split('::')
  if (more.length > 0) return undefined
  const [before, after] = [groupsIn(left), groupsIn(right ?? '')]
  const gap = right === undefined ? 0 : 8 - before.length - after.length
  const whole = gap < 0 ? '' : [...before, ...Array<string>(gap).fill('0'), ...after].join(':')
  return groupsOf(whole, { by: ':', count: 8, radix: 16, most: 0xffff }, 128)
}

const groupsIn = (text: string): string[] => (text === '' ? [] : text.split(':'))

/** `::ffff:1.2.3.4` has an IPv4 address at its end. */
function plainV6(text: string): string {
  const tail = /[\d.]*\.\d+$/.exec(text)?.[0]
  const end = tail === undefined ? undefined : addressOf(tail)
  if (tail === undefined || !end) return text
  return `${text.slice(0, -tail.length)}${(end.value >> 16n).toString(16)}:${(end.value & 0xffffn).toString(16)}`
}

function groupsOf(
  text: string,
  { by, count, radix, most }: { by: string; count: number; radix: number; most: number },
  bits: Address['bits'],
): Address | undefined {
  const digits = radix === 16 ? /^[\da-f]{1,4}$/i : /^\d{1,3}$/
  const parts = text.split(by)
  if (parts.length !== count || !parts.every((part) => digits.test(part))) return undefined
  const numbers = parts.map((part) => Number.parseInt(part, radix))
  if (!numbers.every((number) => number <= most)) return undefined
  return { bits, value: numbers.reduce((sum, number) => (sum << BigInt(bits / count)) + BigInt(number), 0n) }
}
