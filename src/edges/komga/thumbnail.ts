import { type PictureOffer, pictureReply } from '../../library/reading/pictures'
import { PRIVATE } from './replies'

/** A small JPEG that apps ask for again each time. */
export const thumbnail = (request: Request, offer: PictureOffer): Promise<Response> =>
  pictureReply(request, { ...offer, lasting: false }).then((reply) => {
    reply.headers.set('Cache-Control', PRIVATE)
    return reply
  })
