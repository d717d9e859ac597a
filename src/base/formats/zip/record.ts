import { MOST_32, ZipFields } from './fields'

const HEAD = 46
const ZIP64 = 0x0001
const ZIP64_VERSION = 45

/** One raw record of a ZIP's directory (APPNOTE 6.3.10, 4.3.12), to be written again with another offset. */
export class ZipRecord {
  private readonly view: DataView

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The record that begins at `at` of a directory. */
  static in(directory: Uint8Array, at: number): ZipRecord {
    const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength)
    const length = (field: number) => view.getUint16(at + field, true)
    return new ZipRecord(directory.subarray(at, at + HEAD + length(28) + length(30) + length(32)))
  }

  /** The version and system of the program that made the entry. */
  get madeBy(): number {
    return this.view.getUint16(4, true)
  }

  get flags(): number {
    return this.view.getUint16(8, true)
  }

  /** In the form of the system that made the entry: on Unix the mode is in the upper half. */
  get attributes(): number {
    return this.view.getUint32(38, true)
  }

  /** As written in the record. */
  get name(): Uint8Array {
    return this.part(HEAD, 28)
  }

  get comment(): Uint8Array {
    return this.part(HEAD + this.view.getUint16(28, true) + this.view.getUint16(30, true), 32)
  }

  /** The record with the offset `place`, in Zip64 where the offset needs it. */
  at(place: number): ZipRecord {
    const large = place >= MOST_32
    const extra = this.part(HEAD + this.view.getUint16(28, true), 30)
    const wide = this.wide(extra, large ? place : undefined)
    const kept = withoutZip64(extra)
    const head = Uint8Array.from(this.bytes.subarray(0, HEAD))
    const view = new DataView(head.buffer)
    if (wide.length > 0) view.setUint16(6, Math.max(view.getUint16(6, true), ZIP64_VERSION), true)
    view.setUint16(30, wide.length + kept.length, true)
    view.setUint32(42, Math.min(place, MOST_32), true)
    const all = new ZipFields(HEAD + this.name.length + wide.length + kept.length + this.comment.length)
    return new ZipRecord(all.raw(head).raw(this.name).raw(wide).raw(kept).raw(this.comment).all)
  }

  /** The field with values that do not fit into the record: the sizes as they were, and the new offset. */
  private wide(extra: Uint8Array, place: number | undefined): Uint8Array {
    const sizes = [24, 20].filter((field) => this.view.getUint32(field, true) === MOST_32).length
    const count = sizes + (place === undefined ? 0 : 1)
    if (count === 0) return new Uint8Array(0)
    const before =
      fieldsOf(extra)
        .find(({ id }) => id === ZIP64)
        ?.bytes.subarray(4) ?? new Uint8Array(0)
    const fields = new ZipFields(4 + count * 8)
      .u16(ZIP64)
      .u16(count * 8)
      .raw(before.subarray(0, sizes * 8))
    return (place === undefined ? fields : fields.u64(place)).all
  }

  private part(at: number, lengthAt: number): Uint8Array {
    return this.bytes.subarray(at, at + this.view.getUint16(lengthAt, true))
  }
}

/** The fields one after another; bytes after the last whole one count as a field without an id. */
function fieldsOf(extra: Uint8Array): { id: number | undefined; bytes: Uint8Array }[] {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength)
  const fields: { id: number | undefined; bytes: Uint8Array }[] = []
  for (let at = 0; at < extra.length; ) {
    const end = at + 4 <= extra.length ? at + 4 + view.getUint16(at + 2, true) : Number.POSITIVE_INFINITY
    if (end > extra.length) return [...fields, { id: undefined, bytes: extra.subarray(at) }]
    fields.push({ id: view.getUint16(at, true), bytes: extra.subarray(at, end) })
    at = end
  }
  return fields
}

function withoutZip64(extra: Uint8Array): Uint8Array {
  const kept = fieldsOf(extra).filter(({ id }) => id !== ZIP64)
  return Buffer.concat(kept.map(({ bytes }) => bytes))
}
