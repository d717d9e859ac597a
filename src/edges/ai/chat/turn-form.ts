import { bodyBytes, refuseLength } from '../../../base/http/bodies'
import { Refusal } from '../../../base/refusal'
import { MOST_IMAGE_BYTES, MOST_IMAGES, type UploadedImage } from './attachment-images'
import { LONGEST_MESSAGE } from './states'

/** The start of a turn: a question, or the id of a message whose reply is requested again. */
export interface TurnForm {
  threadId?: string
  content: string
  images: UploadedImage[]
  retryMessageId?: string
}

/** The fields of the form, for the published document. */
export const TURN_FORM = {
  type: 'object',
  properties: {
    thread_id: { type: 'string', description: 'Absent: a new thread begins.' },
    content: { type: 'string', maxLength: LONGEST_MESSAGE },
    retry_message_id: { type: 'string', description: 'Asks for the reply to this message once more.' },
    images: { type: 'array', maxItems: MOST_IMAGES, items: { type: 'string', format: 'binary' } },
  },
}

/** Room for the texts and the boundaries between the fields. */
const MOST_BYTES = MOST_IMAGES * MOST_IMAGE_BYTES + 256 * 1024
const LONGEST_ID = 255
const LONGEST_FILENAME = 200

/** Reads multipart/form-data. Throws Refusal 'invalid', and 'too_large' before reading more than a turn may have. */
export async function readTurnForm(request: Request): Promise<TurnForm> {
  refuseLength(request, { bytes: MOST_BYTES })
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) throw new Refusal('invalid', 'The body has to be multipart/form-data.')
  const bytes = await bodyBytes(request, { bytes: MOST_BYTES })
  const form = await parsed(bytes, type)
  const content = textIn(form, 'content').replace(/\r\n/g, '\n').trim()
  const threadId = idIn(form, 'thread_id')
  const retryMessageId = idIn(form, 'retry_message_id')
  const images = await imagesIn(form)
  if (content.length > LONGEST_MESSAGE)
    throw new Refusal('invalid', `The message is too long: at most ${LONGEST_MESSAGE} characters are accepted.`)
  if (retryMessageId !== undefined && images.length > 0)
    throw new Refusal('invalid', 'A retry uses the images of its message: send none.')
  if (retryMessageId !== undefined && threadId === undefined)
    throw new Refusal('invalid', 'A retry needs the thread_id of its message.')
  if (content === '' && images.length === 0 && retryMessageId === undefined)
    throw new Refusal('invalid', 'Enter a message, or attach an image.')
  return {
    content,
    images,
    ...(threadId === undefined ? {} : { threadId }),
    ...(retryMessageId === undefined ? {} : { retryMessageId }),
  }
}

async function parsed(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw new Refusal('invalid', 'The form cannot be read.')
  }
}

function textIn(form: FormData, name: string): string {
  const values = form.getAll(name)
  if (values.length > 1) throw new Refusal('invalid', `The form has the field ${name} twice.`)
  const [value = ''] = values
  if (typeof value !== 'string') throw new Refusal('invalid', `The field ${name} has to be a text.`)
  return value
}

function idIn(form: FormData, name: string): string | undefined {
  const id = textIn(form, name)
  if (id.length > LONGEST_ID) throw new Refusal('invalid', `The field ${name} is too long.`)
  return id === '' ? undefined : id
}

/** Existing tools name the field `images`, some of them with brackets. */
async function imagesIn(form: FormData): Promise<UploadedImage[]> {
  const values = [...form.getAll('images'), ...form.getAll('images[]')]
  if (values.length > MOST_IMAGES) throw new Refusal('invalid', `A message has ${MOST_IMAGES} images at most.`)
  const files = values.map((value) => {
    if (typeof value === 'string') throw new Refusal('invalid', 'The field images has to be a file.')
    return value
  })
  const tooLarge = files.find(({ size }) => size > MOST_IMAGE_BYTES)
  if (tooLarge)
    throw new Refusal('too_large', `The image "${nameOf(tooLarge)}" is too large: at most 10 MB are accepted.`)
  return Promise.all(
    files.map(async (file) => ({ filename: nameOf(file), bytes: new Uint8Array(await file.arrayBuffer()) })),
  )
}

const nameOf = (file: Blob & { name?: string }) =>
  (file.name ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, LONGEST_FILENAME) || 'image'
