import { Refusal } from '../../base/refusal'

export const pathTaken = (path: string): Refusal =>
  new Refusal('conflict', `${path} already exists, so nothing was placed there.`)

export const FILE_GONE = 'The file is no longer in the library.'
