/** The size of stored covers. */
const WIDTH = 1200
const HEIGHT = 2400
const QUALITY = 0.85

/** The picture in a file as JPEG in base64, small enough to be sent. Throws when the browser cannot show it. */
export async function pictureData(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, WIDTH / picture.width, HEIGHT / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', QUALITY).split(',')[1] as string
}
