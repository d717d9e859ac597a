import { Refusal } from '../../base/refusal'

export const pathTaken = (path: string): Refusal =>
  new Refusal('conflict', `${path} already exists, so nothing was placed there.`)

export const changedMeanwhile = (path: string): Refusal =>
  new Refusal('conflict', `${path} changed in the meantime. Try again.`)

export const FILE_GONE = 'The file is no longer in the library.'
