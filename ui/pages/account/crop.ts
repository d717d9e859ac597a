/** How the user moved the picture under the frame: `zoom` from 1, `x` and `y` of the middle from 0 to 1. */
export type Crop = { zoom: number; x: number; y: number }
export type Size = { width: number; height: number }

export const MIDDLE: Crop = { zoom: 1, x: 0.5, y: 0.5 }
export const MOST_ZOOM = 4

/** The square of the picture inside the frame, in its pixels. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  return { left: within(x * width - side / 2, width - side), top: within(y * height - side / 2, height - side), side }
}

/** The crop after the picture was dragged by a share of the frame. It stays within the picture. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const { left, top, side } = squareOf(size, crop)
  const x = within(left - right * side, size.width - side) + side / 2
  const y = within(top - down * side, size.height - side) + side / 2
  return { ...crop, x: x / size.width, y: y / size.height }
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)
