import { expect, test } from 'bun:test'
import { type Waiting, waitingPath, waitingTotal, waitingWords } from './waiting'

const waiting = (comic: number, manga: number, inbox: number): Waiting => ({ comic, manga, inbox })

test.each<[Waiting, number, string, string]>([
  [waiting(2, 0, 0), 2, 'series to review', '/import'],
  [waiting(0, 1, 0), 1, 'series to review', '/import?kind=manga'],
  [waiting(2, 3, 0), 5, 'series to review', '/import'],
  [waiting(0, 0, 1), 1, 'file to review', '/import/inbox'],
  [waiting(0, 0, 4), 4, 'files to review', '/import/inbox'],
  [waiting(0, 1, 1), 2, 'series and files to review', '/import?kind=manga'],
  [waiting(1, 0, 1), 2, 'series and files to review', '/import'],
])('of %j, %i are "%s" at %s', (all, total, words, path) => {
  expect([waitingTotal(all), waitingWords(all), waitingPath(all)]).toEqual([total, words, path])
})
