import type { Box, GreyPicture } from '../../base/formats/images/panels'

/** A page of one shade with boxes of others on it. */
export function drawnPage(
  width: number,
  height: number,
  ground: number,
  boxes: readonly (Box & { shade: number })[],
): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(ground)
  for (const { x, y, width: across, height: down, shade } of boxes)
    for (let row = y; row < y + down; row++) pixels.fill(shade, row * width + x, row * width + x + across)
  return { width, height, pixels }
}

/** A white panel with a frame of two pixels. */
export const framed = (x: number, y: number, width: number, height: number) => [
  { x, y, width, height, shade: 10 },
  { x: x + 2, y: y + 2, width: width - 4, height: height - 4, shade: 255 },
]

export const filled = (x: number, y: number, width: number, height: number, shade = 90) => [
  { x, y, width, height, shade },
]
