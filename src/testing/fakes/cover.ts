import { deflateSync } from 'node:zlib'
import { png } from '../archives/archives'

/** Squares across and down: coarse enough to decide a perceptual hash. */
const [ACROSS, DOWN] = [6, 9]

const made = new Map<string, Promise<Uint8Array>>()

/**
 * A small JPEG that differs for each `seed` and is the same on every machine. Another `width` gives the same picture
 * in that size, since services offer small and large ones.
 */
export function coverPicture(seed: string, width = 150): Promise<Uint8Array> {
  const key = `${seed} ${width}`
  const picture = made.get(key) ?? new Bun.Image(painted(seed, width)).jpeg({ quality: 80 }).bytes()
  made.set(key, picture)
  return picture
}

function painted(seed: string, width: number): Uint8Array {
  const height = Math.round((width * DOWN) / ACROSS)
  const colours = squares(seed)
  const pixels = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = Math.floor((y * DOWN) / height) * ACROSS + Math.floor((x * ACROSS) / width)
      pixels.set(colours[at]!, y * (width * 3 + 1) + 1 + x * 3)
    }
  return png(width, height, deflateSync(pixels))
}

function squares(seed: string): number[][] {
  const next = dice(seed)
  const hue = [0, 1, 2].map(() => 0.55 + next() * 0.45)
  return Array.from({ length: ACROSS * DOWN }, () => {
    const light = next() * 255
    return hue.map((part) => Math.round(light * part))
  })
}

/** Numbers from 0 to 1, derived from the seed. */
function dice(seed: string): () => number {
  let state = Number(Bun.hash.crc32(seed)) || 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) / 0x1000000
  }
}

/** The seed for a name; addresses contain it, so it has only plain letters. */
export function coverSeed(key: string): string {
  return key.replaceAll('½', 'half').replace(/[^\w.-]+/g, '_')
}
