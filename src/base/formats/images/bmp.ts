const HEAD = 54

/** A BMP of 32 bits, top row first, around rows of blue, green, red and a byte that is ignored. */
export function bmp(width: number, height: number, rows: Uint8Array): Uint8Array {
  const file = bmpOf(width, height)
  file.set(rows, HEAD)
  return file
}

/** The same from red, green, blue and opacity; transparent pixels become white. */
export function bmpOfRgba(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): Uint8Array {
  const file = bmpOf(width, height)
  for (let from = 0, to = HEAD; to < file.length; from += 4, to += 4) {
    const [alpha, white] = [rgba[from + 3]!, 255 - rgba[from + 3]!]
    for (let colour = 0; colour < 3; colour++)
      file[to + 2 - colour] =
        white === 0 ? rgba[from + colour]! : Math.round((rgba[from + colour]! * alpha) / 255) + white
  }
  return file
}

function bmpOf(width: number, height: number): Uint8Array {
  const file = new Uint8Array(HEAD + width * height * 4)
  const view = new DataView(file.buffer)
  file.set([0x42, 0x4d])
  view.setUint32(2, file.length, true)
  view.setUint32(10, HEAD, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  view.setInt32(22, -height, true) // rows from the top
  view.setUint16(26, 1, true)
  view.setUint16(28, 32, true)
  view.setUint32(34, file.length - HEAD, true)
  return file
}
