import type { Instant } from '../../platform/ports'

/** The fields of ZIP headers (APPNOTE 6.3.10). Larger values go into the Zip64 fields. */
export const MOST_32 = 0xffffffff
export const MOST_16 = 0xffff
const EARLIEST_YEAR = 1980

/** Hours, minutes and every second second, in MS-DOS format. */
export function dosTime(instant: Instant): number {
  const [hours, minutes, seconds] = instant.slice(11, 19).split(':').map(Number) as [number, number, number]
  return (hours << 11) | (minutes << 5) | (seconds >> 1)
}

/** The date in MS-DOS format: from 1980 to 2107. */
export function dosDate(instant: Instant): number {
  const [year, month, day] = instant.slice(0, 10).split('-').map(Number) as [number, number, number]
  return (Math.max(0, Math.min(127, year - EARLIEST_YEAR)) << 9) | (month << 5) | day
}

/** The instant of date and time, read as UTC; undefined for an invalid date. */
export function fromDos(date: number, time: number): Instant | undefined {
  const two = (value: number) => String(value).padStart(2, '0')
  const [year, month, day] = [(date >> 9) + EARLIEST_YEAR, (date >> 5) & 15, date & 31]
  const [hours, minutes, seconds] = [time >> 11, (time >> 5) & 63, (time & 31) * 2]
  if (month < 1 || month > 12 || day < 1 || hours > 23 || minutes > 59 || seconds > 59) return undefined
  return `${year}-${two(month)}-${two(day)}T${two(hours)}:${two(minutes)}:${two(seconds)}.000Z`
}

/** The numbers of ZIP headers one after another, little endian, in `size` bytes. */
export class ZipFields {
  readonly all: Uint8Array<ArrayBuffer>
  length = 0
  private readonly view: DataView

  constructor(size: number) {
    this.all = new Uint8Array(size)
    this.view = new DataView(this.all.buffer)
  }

  u16(value: number): this {
    this.view.setUint16(this.length, value, true)
    this.length += 2
    return this
  }

  u32(value: number): this {
    this.view.setUint32(this.length, value, true)
    this.length += 4
    return this
  }

  u64(value: number): this {
    this.view.setBigUint64(this.length, BigInt(value), true)
    this.length += 8
    return this
  }

  raw(bytes: Uint8Array): this {
    this.all.set(bytes, this.length)
    this.length += bytes.length
    return this
  }
}
