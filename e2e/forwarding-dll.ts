/**
 * A DLL for Windows on x64 without code: one function, which the loader finds in another DLL. Made byte by byte, so
 * that no compiler for Windows is needed (PE format, Microsoft, "Export Directory Table" and "forwarder RVA").
 */
export function forwardingDll({ dll, name, to }: { dll: string; name: string; to: string }): Buffer {
  const data = exportsAt(SECTION_AT, { dll, name, to })
  const image = Buffer.alloc(FILE_ALIGN * 2)
  image.write('MZ', 0, 'latin1')
  image.writeUInt32LE(PE_AT, 0x3c)
  image.write('PE\0\0', PE_AT, 'latin1')
  const head = PE_AT + 4
  image.writeUInt16LE(0x8664, head) // machine: x64
  image.writeUInt16LE(1, head + 2) // number of sections
  image.writeUInt16LE(OPTIONAL, head + 16)
  image.writeUInt16LE(0x2022, head + 18) // executable image, large addresses, DLL
  const optional = head + 20
  image.writeUInt16LE(0x20b, optional) // PE32+
  image.writeUInt32LE(FILE_ALIGN, optional + 8) // initialised data
  image.writeBigUInt64LE(0x1_8000_0000n, optional + 24) // base address
  image.writeUInt32LE(SECTION_AT, optional + 32)
  image.writeUInt32LE(FILE_ALIGN, optional + 36)
  image.writeUInt16LE(6, optional + 40) // version of the operating system
  image.writeUInt16LE(6, optional + 48) // version of the subsystem
  image.writeUInt32LE(SECTION_AT * 2, optional + 56) // size of the image
  image.writeUInt32LE(FILE_ALIGN, optional + 60) // size of the headers
  image.writeUInt16LE(3, optional + 68) // subsystem: console
  image.writeUInt16LE(0x100, optional + 70) // no execution of data (NX)
  for (const at of [72, 80, 88, 96]) image.writeBigUInt64LE(0x10_0000n, optional + at) // sizes of stack and heap
  image.writeUInt32LE(16, optional + 108)
  image.writeUInt32LE(SECTION_AT, optional + 112) // exports
  image.writeUInt32LE(data.length, optional + 116)
  const section = optional + OPTIONAL
  image.write('.rdata', section, 'latin1')
  for (const [at, value] of [
    [8, data.length],
    [12, SECTION_AT],
    [16, FILE_ALIGN],
    [20, FILE_ALIGN],
    [36, 0x4000_0040], // initialised data, readable
  ] as const)
    image.writeUInt32LE(value, section + at)
  data.copy(image, FILE_ALIGN)
  return image
}

const PE_AT = 0x40
const OPTIONAL = 240
const FILE_ALIGN = 0x200
/** The address of the only section in memory. */
const SECTION_AT = 0x1000

/** The export directory, its three tables of one entry, and the texts, as they are in memory from `base`. */
function exportsAt(base: number, { dll, name, to }: { dll: string; name: string; to: string }): Buffer {
  const DIRECTORY = 40
  const texts = [dll, name, to].map((text) => Buffer.from(`${text}\0`, 'latin1'))
  const textsAt = DIRECTORY + 4 + 4 + 2
  const [dllAt, nameAt, toAt] = texts.map((_, at) => {
    return base + textsAt + texts.slice(0, at).reduce((sum, text) => sum + text.length, 0)
  }) as [number, number, number]
  const data = Buffer.alloc(textsAt)
  for (const [at, value] of [
    [12, dllAt],
    [16, 1], // first ordinal
    [20, 1], // functions
    [24, 1], // names
    [28, base + DIRECTORY],
    [32, base + DIRECTORY + 4],
    [36, base + DIRECTORY + 8],
    [DIRECTORY, toAt],
    [DIRECTORY + 4, nameAt],
  ] as const)
    data.writeUInt32LE(value, at)
  return Buffer.concat([data, ...texts])
}
