import { Refusal } from '../../base/refusal'

export const pathTaken = (path: string): Refusal =>
  new Refusal('conflict', `Something else is at ${path} already, so nothing was put there.`)

export const FILE_GONE = 'The file is no longer in the library.'
